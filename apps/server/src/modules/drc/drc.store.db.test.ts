import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { until } from '../../testing/caller.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { dropExpired, endAccount, hasAccount, insertCode, saveAccount, spendCode } from './drc.store.ts';

let rooms: TestRooms;
let docks: string[];
let sessionOID: string;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('iota', ['operator'], 'Flug-4711!');
  const flights = createTestFlights(rooms.runtime);
  docks = [await flights.dock('iota-operator'), await flights.dock('iota-operator')];
  const caller = await rooms.session.authenticate(await rooms.tokenOf('iota-operator'));
  sessionOID = caller?.sessionOID ?? '';
});
afterAll(() => rooms?.close());
beforeEach(async () => {
  await sql`delete from drc_code`.execute(rooms.db);
  await sql`delete from drc_account`.execute(rooms.db);
});

const hash = (word: string): Buffer => Buffer.from(word);
const at = (ms: number): Date => new Date(1_760_000_000_000 + ms);
const [dock, other] = [() => docks[0] ?? '', () => docks[1] ?? ''];
const give = (word: string, dockOID = dock()) =>
  insertCode(rooms.db, hash(word), { dockOID, sessionOID, tabId: 'tab' }, at(1_000));

/** How many wait for what others have locked. */
const lockWaits = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(rooms.db);
  return rows[0]?.count ?? 0;
};

describe('a code for a connection', () => {
  it('lets in whom it was given to, once, before its time is over', async () => {
    await give('one');
    await give('two', other());
    expect(await spendCode(rooms.db, hash('three'), at(0))).toBe(null);
    expect(await spendCode(rooms.db, hash('one'), at(999))).toEqual({
      dockOID: dock(),
      sessionOID,
      tabId: 'tab',
    });
    expect(await spendCode(rooms.db, hash('one'), at(999))).toBe(null);
    expect(await spendCode(rooms.db, hash('two'), at(1_000))).toBe(null);
    expect(await spendCode(rooms.db, hash('two'), at(0))).toBe(null);
  });

  it('goes with its time, and so does the account of a dock', async () => {
    await give('one');
    await give('two');
    await saveAccount(rooms.db, dock(), hash('a'), at(1_000));
    await dropExpired(rooms.db, at(999));
    expect(await spendCode(rooms.db, hash('two'), at(0))).toMatchObject({ dockOID: dock() });
    expect(await hasAccount(rooms.db, dock())).toBe(true);
    await dropExpired(rooms.db, at(1_000));
    expect(await hasAccount(rooms.db, dock())).toBe(false);
    expect(await spendCode(rooms.db, hash('one'), at(0))).toBe(null);
  });
});

describe('the account of a dock', () => {
  it('is one for each dock, the newest', async () => {
    await saveAccount(rooms.db, dock(), hash('a'), at(1_000));
    await saveAccount(rooms.db, dock(), hash('b'), at(5_000));
    expect([await hasAccount(rooms.db, dock()), await hasAccount(rooms.db, other())]).toEqual([true, false]);
    await dropExpired(rooms.db, at(1_000));
    expect(await hasAccount(rooms.db, dock())).toBe(true);
  });

  it('is taken back by its own run alone, and leaves that of another dock', async () => {
    await saveAccount(rooms.db, dock(), hash('a'), at(1_000));
    await saveAccount(rooms.db, other(), hash('a'), at(1_000));
    const dismissed: string[] = [];
    const end = (word: string) =>
      endAccount(rooms.db, dock(), hash(word), async () => void dismissed.push(word));
    expect(await end('b')).toBe(false);
    expect(await end('a')).toBe(true);
    expect(await end('a')).toBe(false);
    expect(dismissed).toEqual(['a']);
    expect([await hasAccount(rooms.db, dock()), await hasAccount(rooms.db, other())]).toEqual([false, true]);
  });

  it('stays where the broker did not take it back', async () => {
    await saveAccount(rooms.db, dock(), hash('a'), at(1_000));
    const refused = endAccount(rooms.db, dock(), hash('a'), () => Promise.reject(new Error('no broker')));
    await expect(refused).rejects.toThrow('no broker');
    expect(await hasAccount(rooms.db, dock())).toBe(true);
  });

  it('is held until it was taken back: whoever enters meanwhile saves theirs afterwards', async () => {
    await saveAccount(rooms.db, dock(), hash('a'), at(1_000));
    const order: string[] = [];
    let saving: Promise<void> = Promise.resolve();
    await endAccount(rooms.db, dock(), hash('a'), async () => {
      saving = saveAccount(rooms.db, dock(), hash('b'), at(9_000)).then(() => void order.push('saved'));
      await until('whoever enters waits', lockWaits, (many) => many > 0);
      order.push('dismissed');
    });
    await saving;
    expect(order).toEqual(['dismissed', 'saved']);
    expect(await hasAccount(rooms.db, dock())).toBe(true);
  });
});
