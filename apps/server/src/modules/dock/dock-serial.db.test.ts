import { dockCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { Directory } from '../../platform/mqtt/directory.ts';
import { quietDockDeps } from '../../testing/dock-deps.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { freeSerial, proveSerial } from './dock-serial.store.ts';
import { dockEndpoints, dockIdentities } from './index.ts';

const rooms = await createTestRooms();
await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
await rooms.seed('omega', ['administrator'], 'Flug-4711!');
afterAll(() => rooms.close());
const accounts: string[] = [];
const note = (what: string) => async (sn: string) => void accounts.push(`${what} ${sn}`);
const extra = dockEndpoints(rooms.runtime, {
  giveCode: async () => ({ code: 'CODE', expiresAt: 0 }),
  ...quietDockDeps,
  accounts: {
    ...quietDockDeps.accounts,
    ensureDock: note('ensure'),
    removeDock: note('remove'),
    suspendDock: note('suspend'),
  },
  audit: rooms.audit,
  department: rooms.department,
});
const ours = await rooms.tokenOf('gamma-administrator');
const theirs = await rooms.tokenOf('omega-administrator');
const call = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  token: string,
): Promise<T> => (await rooms.call(declaration, request, { token, extra })).data as T;
const register = (sn: string, token = ours, more: object = {}) =>
  call<{ oid: string; secret: string }>(
    dockCalls.add,
    { name: 'Quay', sn, model: '3-2-0', vendor: 'DJI', bindByCode: true, ...more },
    token,
  );
const directory = (): Directory => new Directory({ pool: rooms.database.connection.pool }, () => 0);
const rootOf = async (oid: string): Promise<string> =>
  (await sql<{ root: string }>`select group_root as root from dock where oid = ${oid}`.execute(rooms.db))
    .rows[0]?.root ?? '';
const heard = (oid: string) =>
  sql`insert into dock_snapshot (dock_oid, online, last_seen_at) values (${oid}, true, now())`.execute(
    rooms.db,
  );

describe('a serial number that another organisation has registered', () => {
  it('is answered like a new one, and nothing of it reaches the broker', async () => {
    await register('DSHARED1', theirs, { droneSn: 'ASHARED1' });
    accounts.length = 0;
    const fresh = await register('DFRESH1', ours, { droneSn: 'AFRESH1' });
    const shared = await register('DSHARED1', ours, { droneSn: 'ASHARED1' });
    const shownOf = (answer: { oid: string; secret: string }, sn: string): string =>
      JSON.stringify({ ...answer, createdAt: 0 })
        .replaceAll(answer.oid, '')
        .replaceAll(answer.secret, '')
        .replaceAll(sn, '');
    expect(shownOf(shared, 'DSHARED1')).toBe(shownOf(fresh, 'DFRESH1'));
    expect(accounts).toEqual(['ensure DFRESH1']);
    expect((await directory().read(['DSHARED1'])).get('DSHARED1')?.groupRoot).not.toBe(
      await rootOf(shared.oid),
    );
    expect((await dockIdentities(rooms.db, [shared.oid])).length).toBe(0);
    // The own one is named: everybody of the organisation may know.
    expect(await reasonOf(register('DSHARED1'))).toBe('snTaken');
    expect(await reasonOf(register('DFRESH1'))).toBe('snTaken');
    // What becomes of the record that waits touches no account of the other's.
    await call(dockCalls.remove, { oids: [shared.oid] }, ours);
    expect(accounts).toEqual(['ensure DFRESH1']);
  });

  it('passes to whoever the device comes to, unless one was heard under the other record', async () => {
    const first = await register('DSHARED2', theirs);
    const second = await register('DSHARED2');
    expect(await directory().claimOf('DSHARED2', Buffer.from(second.secret))).toBe(second.oid);
    expect(await directory().claimOf('DSHARED2', Buffer.from('guess'))).toBe(null);
    expect((await proveSerial(rooms.db, second.oid)).outcome).toBe('passed');
    const bound = (await directory().read(['DSHARED2'])).get('DSHARED2');
    expect(bound?.groupRoot).toBe(await rootOf(second.oid));
    // Once is enough, and the other one waits now.
    expect((await proveSerial(rooms.db, second.oid)).outcome).toBe(null);
    await heard(second.oid);
    expect(await proveSerial(rooms.db, first.oid)).toEqual({
      outcome: 'held',
      holder: { oid: first.oid, groupRoot: await rootOf(first.oid) },
    });
  });

  it('is free for the record that waits when the other is gone, and not before', async () => {
    const first = await register('DSHARED3', theirs);
    const second = await register('DSHARED3');
    expect(await freeSerial(rooms.db, second.oid)).toBe(false);
    await call(dockCalls.remove, { oids: [first.oid] }, theirs);
    expect(await freeSerial(rooms.db, second.oid)).toBe(true);
    expect((await directory().read(['DSHARED3'])).get('DSHARED3')?.groupRoot).toBe(await rootOf(second.oid));
  });
});
