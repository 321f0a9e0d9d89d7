import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms } from '../../testing/rooms.ts';
import {
  dockOfSn,
  freeSerial,
  linksProved,
  proveLinks,
  proveSerial,
  provedElsewhere,
  speakingSerials,
  wouldWait,
} from './dock-serial.store.ts';

const rooms = await createTestRooms();
await rooms.seed('gamma', ['operator'], 'Flug-4711!');
await rooms.seed('omega', ['operator'], 'Flug-4711!');
afterAll(() => rooms.close());
const { db } = rooms;
const flights = createTestFlights(rooms.runtime);
const now = new Date(1_760_000_000_000);

const set = (oid: string, change: Record<string, unknown>) =>
  db
    .updateTable('dock')
    .set(change as never)
    .where('oid', '=', oid)
    .execute();
const waiting = { waiting: true, proved_at: null };
/** A record of this serial number, as a device speaks under it but for what differs. */
async function record(
  sn: string,
  change: Record<string, unknown> = {},
  who: 'gamma' | 'omega' = 'gamma',
): Promise<string> {
  const oid = await flights.dock(`${who}-operator`);
  await set(oid, { sn, waiting: false, bound_at: now, proved_at: now, ...change });
  return oid;
}
const rootOf = async (oid: string): Promise<string> =>
  (await db.selectFrom('dock').select('group_root').where('oid', '=', oid).executeTakeFirstOrThrow())
    .group_root;
const rowOf = (oid: string) =>
  db.selectFrom('dock').select(['waiting', 'proved_at']).where('oid', '=', oid).executeTakeFirstOrThrow();
/** An aircraft of this serial number behind a dock of our own, but for what differs. */
const borne = async (sn: string, change: Record<string, unknown> = {}): Promise<void> => {
  const dock = await record(`B${sn}`);
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select gen_random_uuid(), group_root, group_oid, 'A', ${sn}, '0-91-1', oid from dock where oid = ${dock}::uuid`.execute(
    db,
  );
  if (Object.keys(change).length > 0)
    await db
      .updateTable('drone')
      .set(change as never)
      .where('sn', '=', sn)
      .execute();
};

describe('a link', () => {
  it('is proved by a record that speaks, is bound, and is neither gone nor retired', async () => {
    const unproved = { proved_at: null };
    const good = await record('P1', unproved);
    const others = await Promise.all([
      record('P2', { ...unproved, waiting: true }),
      record('P3', { ...unproved, bound_at: null }),
      record('P4', { ...unproved, deleted_at: now }),
      record('P5', { ...unproved, retired_at: now }),
    ]);
    const at = new Date(now.getTime() + 1);
    expect(await proveLinks(db, [], at)).toEqual([]);
    expect(await proveLinks(db, [good, ...others], at)).toEqual([good]);
    expect((await rowOf(good)).proved_at).toEqual(at);
    for (const oid of others) expect((await rowOf(oid)).proved_at).toBeNull();
    const untouched = await record('P6', unproved);
    await proveLinks(db, [good], now);
    // The first time stays.
    expect((await rowOf(good)).proved_at).toEqual(at);
    expect((await rowOf(untouched)).proved_at).toBeNull();
  });

  it('is taken for proved where each of several is, and none waits', async () => {
    const [one, two] = [await record('L1'), await record('L2')];
    const [bare, passed] = [await record('L3', { proved_at: null }), await record('L4', { waiting: true })];
    expect(await linksProved(db, [one, two, two])).toBe(true);
    expect(await linksProved(db, [one, bare])).toBe(false);
    expect(await linksProved(db, [one, passed])).toBe(false);
    expect(await linksProved(db, [one, randomUUID()])).toBe(false);
  });
});

describe('whose a serial number is', () => {
  it('is the record that speaks under it', async () => {
    const oid = await record('S1');
    expect(await dockOfSn(db, 'S1')).toEqual({ oid, groupRoot: await rootOf(oid) });
    await record('S2', waiting);
    await record('S3', { deleted_at: now });
    expect([await dockOfSn(db, 'S2'), await dockOfSn(db, 'S3'), await dockOfSn(db, 'S9')]).toEqual([
      null,
      null,
      null,
    ]);
    const dumb = await record('S4', waiting);
    expect((await speakingSerials(db, [oid, dumb])).toSorted()).toEqual(['S1']);
    expect(await speakingSerials(db, [])).toEqual([]);
  });

  it('is another’s only where that is proved, of another organisation and there', async () => {
    const asks = (sn: string) => record(sn, waiting);
    const theirs = await record('E1', {}, 'omega');
    expect(await provedElsewhere(db, await asks('E1'))).toEqual({
      oid: theirs,
      groupRoot: await rootOf(theirs),
    });
    await record('E2', { proved_at: null }, 'omega');
    await record('E3', { waiting: true }, 'omega');
    await record('E4', { deleted_at: now }, 'omega');
    await record('E5');
    for (const sn of ['E2', 'E3', 'E4', 'E5', 'E6'])
      expect(await provedElsewhere(db, await asks(sn)), sn).toBeNull();
  });

  it('makes a record wait where it is another organisation’s, and refuses it where it is the own', async () => {
    const own = await rootOf(await record('W1'));
    await record('W2', {}, 'omega');
    await record('W3', waiting, 'omega');
    await record('W4', waiting);
    await record('W5', { deleted_at: now }, 'omega');
    await record('W6', { ...waiting, deleted_at: now });
    await borne('W7');
    await borne('W8', { deleted_at: now });
    await borne('W9', { dock_oid: null });
    const asked = await Promise.all(
      ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W8', 'W9'].map((sn) => wouldWait(db, sn, own)),
    );
    expect(asked).toEqual([null, true, false, null, false, false, null, false, false]);
    expect(await wouldWait(db, 'W7', randomUUID())).toBe(true);
  });
});

describe('a serial number that a record waits for', () => {
  const heard = (oid: string, at: Date | null = now) =>
    sql`insert into dock_snapshot (dock_oid, online, last_seen_at) values (${oid}::uuid, true, ${at})
      on conflict (dock_oid) do update set last_seen_at = excluded.last_seen_at`.execute(db);

  it('passes from a record under which nothing was heard, and both begin unproved', async () => {
    const from = await record('T1', {}, 'omega');
    const to = await record('T1', waiting);
    await heard(from, null);
    // A former record of the same number, that is gone, holds nothing.
    await heard(await record('T1', { ...waiting, deleted_at: now }, 'omega'));
    const notified: string[] = [];
    const stop = await rooms.database.connection.listen('dock_changed', (oid) => void notified.push(oid));
    expect(await proveSerial(db, to)).toEqual({
      outcome: 'passed',
      holder: { oid: to, groupRoot: await rootOf(to) },
    });
    expect(await rowOf(from)).toEqual({ waiting: true, proved_at: null });
    expect(await rowOf(to)).toEqual({ waiting: false, proved_at: null });
    // Whoever holds either in memory reads it again.
    await expect.poll(() => notified.toSorted()).toEqual([from, to].toSorted());
    await stop();
    expect(await proveSerial(db, to)).toEqual({ outcome: null, holder: null });
  });

  it('is held by a record under which a device was heard, and by an aircraft behind a dock', async () => {
    const from = await record('T2', {}, 'omega');
    const to = await record('T2', waiting);
    await heard(from);
    expect((await proveSerial(db, to)).outcome).toBe('held');
    expect((await rowOf(to)).waiting).toBe(true);
    const drone = await record('T3', waiting);
    await borne('T3');
    expect((await proveSerial(db, drone)).outcome).toBe('held');
    expect(await freeSerial(db, drone)).toBe(false);
  });

  it('passes where an aircraft of that number is gone, or behind no dock', async () => {
    for (const [sn, change] of [
      ['T4', { deleted_at: now }],
      ['T5', { dock_oid: null }],
    ] as const) {
      const to = await record(sn, waiting);
      await borne(sn, change);
      expect((await proveSerial(db, to)).outcome).toBe('passed');
    }
  });

  it('is nothing to a record that is gone, or does not wait', async () => {
    const gone = await record('T6', { ...waiting, deleted_at: now });
    expect((await proveSerial(db, gone)).outcome).toBeNull();
    const speaks = await record('T7');
    expect((await proveSerial(db, speaks)).outcome).toBeNull();
    expect(await freeSerial(db, speaks)).toBe(true);
    expect((await rowOf(speaks)).proved_at).toEqual(now);
  });

  it('is free once nobody else has it, and not before', async () => {
    const from = await record('T8', {}, 'omega');
    const to = await record('T8', waiting);
    expect(await freeSerial(db, to)).toBe(false);
    expect((await rowOf(to)).waiting).toBe(true);
    await set(from, { deleted_at: now });
    expect(await freeSerial(db, to)).toBe(true);
    expect((await rowOf(to)).waiting).toBe(false);
  });
});
