import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import {
  alive,
  beginClaims,
  clearClaims,
  closeClaims,
  docks,
  gone,
  now,
  openClaims,
  rooms,
  rows,
} from './claims.fixture.ts';
import {
  besideFormer,
  countDocks,
  dropOwnClaims,
  isGatewayAlive,
  keepClaims,
  leave,
  releaseClaims,
  takeClaims,
} from './claims.store.ts';

beforeAll(openClaims);
afterAll(closeClaims);
beforeEach(beginClaims);
afterEach(clearClaims);

describe('claims of gateways in the database', () => {
  it('are taken for docks that nobody owns, up to the number asked for, with a fence', async () => {
    const taken = await takeClaims(rooms.runtime.db, 'a', now, 3);
    expect(taken.map(({ dockOID }) => dockOID).toSorted()).toEqual(docks.slice(0, 3));
    expect(taken.every(({ fence }) => fence === 1)).toBe(true);
    const until_ = now + limits.gateway.claimRowTtl;
    expect(await rows()).toEqual(
      docks.slice(0, 3).map((dock) => ({ dock, by: 'a', fence: 1, until: until_ })),
    );
    expect(await takeClaims(rooms.runtime.db, 'a', now, 0)).toEqual([]);
    expect(await takeClaims(rooms.runtime.db, 'a', now, -1)).toEqual([]);
  });

  it('leave a dock that was deleted alone', async () => {
    await gone(docks[0]!);
    const taken = await takeClaims(rooms.runtime.db, 'a', now, 10);
    expect(taken.map(({ dockOID }) => dockOID).toSorted()).toEqual(docks.slice(1));
    expect(await countDocks(rooms.runtime.db)).toBe(3);
  });

  it('end with a serial number that passed to another record, and are not taken while it waits', async () => {
    const { db } = rooms.runtime;
    await takeClaims(db, 'a', now, 1);
    await db.updateTable('dock').set({ waiting: true }).where('oid', '=', docks[0]!).execute();
    expect(await keepClaims(db, 'a', now, true)).toEqual([]);
    const taken = await takeClaims(db, 'b', now + limits.gateway.claimRowTtl + 1, 10);
    expect(taken.map(({ dockOID }) => dockOID).toSorted()).toEqual(docks.slice(1));
    expect(await countDocks(db)).toBe(3);
  });

  it('of a living gateway are not taken by another, those of a silent one are, under a higher fence', async () => {
    await takeClaims(rooms.runtime.db, 'a', now, 10);
    expect(await takeClaims(rooms.runtime.db, 'b', now + limits.gateway.claimRowTtl - 1, 10)).toEqual([]);
    const after = now + limits.gateway.claimRowTtl;
    const taken = await takeClaims(rooms.runtime.db, 'b', after, 10);
    expect(taken).toHaveLength(4);
    expect(taken.every(({ fence }) => fence === 2)).toBe(true);
    expect((await rows()).map(({ by }) => by)).toEqual(['b', 'b', 'b', 'b']);
  });

  it('that end in a future no clock can mean are taken: a clock was wrong', async () => {
    await takeClaims(rooms.runtime.db, 'a', now + 9 * limits.gateway.claimRowTtl, 1);
    expect((await takeClaims(rooms.runtime.db, 'b', now, 1)).map(({ dockOID }) => dockOID)).toEqual([
      docks[1],
    ]);
    await rooms.runtime.db.deleteFrom('gateway_claim').execute();
    await takeClaims(rooms.runtime.db, 'a', now + 11 * limits.gateway.claimRowTtl, 1);
    expect(await takeClaims(rooms.runtime.db, 'b', now, 1)).toEqual([{ dockOID: docks[0], fence: 2 }]);
  });

  it('of others do not use up the number asked for', async () => {
    await takeClaims(rooms.runtime.db, 'a', now, 2);
    const taken = await takeClaims(rooms.runtime.db, 'b', now, 2);
    expect(taken.map(({ dockOID }) => dockOID).toSorted()).toEqual(docks.slice(2));
  });

  it('of two that take at once end with one owner a dock', async () => {
    const takers = Array.from({ length: 8 }, (_, index) => `gateway ${index}`);
    const all = await Promise.all(takers.map((name) => takeClaims(rooms.runtime.db, name, now, 10)));
    expect(
      all
        .flat()
        .map(({ dockOID }) => dockOID)
        .toSorted(),
    ).toEqual(docks);
    expect((await rows()).every(({ fence }) => fence === 1)).toBe(true);
  });

  it('are renewed however many they are, each once', async () => {
    const { db } = rooms.runtime;
    const many = 2 * limits.gateway.claimsAtOnce + 1;
    await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
      select gen_random_uuid(), group_root, group_oid, 'many', 'MANY' || at, '3-2-0', 'DJI', ''
      from dock, generate_series(1, ${many}::int) at where dock.oid = ${docks[0]}::uuid`.execute(db);
    try {
      const taken = await takeClaims(db, 'a', now, 10 * many);
      expect(taken).toHaveLength(many + docks.length);
      const renewed = await keepClaims(db, 'a', now + 1_000, true);
      expect(new Set(renewed.map(({ dockOID }) => dockOID)).size).toBe(renewed.length);
      expect(renewed).toHaveLength(taken.length);
      expect(new Set((await rows()).map((row) => row.until))).toEqual(
        new Set([now + 1_000 + limits.gateway.claimRowTtl]),
      );
    } finally {
      await db.deleteFrom('gateway_claim').execute();
      await sql`delete from dock where name = 'many'`.execute(db);
    }
  });

  it('are kept all by what their gateway says of itself, and free when it falls silent', async () => {
    const { db } = rooms.runtime;
    await alive('a');
    await takeClaims(db, 'a', now, 10);
    // Long after the rows have ended.
    const later = now + 10 * limits.gateway.claimRowTtl;
    await alive('a', ['gateway'], later);
    expect(await keepClaims(db, 'a', later, false)).toHaveLength(docks.length);
    expect((await rows()).every(({ until: end }) => end < later)).toBe(true);
    const end = later + limits.gateway.claimTtl;
    expect(await takeClaims(db, 'b', end - 1, 10)).toEqual([]);
    const taken = await takeClaims(db, 'b', end, 10);
    expect(taken.map(({ fence }) => fence)).toEqual([2, 2, 2, 2]);
    expect(await keepClaims(db, 'a', end, false)).toEqual([]);
    // Whose clock was far ahead keeps nothing by that.
    await alive('c', ['gateway'], end + 11 * limits.gateway.claimRowTtl);
    await takeClaims(db, 'c', end + 11 * limits.gateway.claimRowTtl, 1);
    expect(await takeClaims(db, 'b', end, 1)).toEqual([{ dockOID: docks[0], fence: 4 }]);
  });

  it('that were given back are nobody’s while their gateway goes on', async () => {
    const { db } = rooms.runtime;
    await alive('a');
    await takeClaims(db, 'a', now, 2);
    await releaseClaims(db, 'a', [docks[0]!]);
    expect(await keepClaims(db, 'a', now, true)).toEqual([{ dockOID: docks[1], fence: 1 }]);
    expect(await takeClaims(db, 'b', now, 1)).toEqual([{ dockOID: docks[0], fence: 2 }]);
  });

  it('are renewed by their owner alone and without those of deleted docks', async () => {
    await takeClaims(rooms.runtime.db, 'a', now, 2);
    await takeClaims(rooms.runtime.db, 'b', now, 2);
    await gone(docks[0]!);
    const later = now + 1_000;
    expect(await keepClaims(rooms.runtime.db, 'a', later, true)).toEqual([{ dockOID: docks[1], fence: 1 }]);
    expect((await rows()).map((row) => row.until - now)).toEqual([
      limits.gateway.claimRowTtl,
      limits.gateway.claimRowTtl + 1_000,
      limits.gateway.claimRowTtl,
      limits.gateway.claimRowTtl,
    ]);
  });

  it('say to the next owner alone whether the last one stopped in order', async () => {
    const { db } = rooms.runtime;
    await takeClaims(db, 'a', now, 4);
    await releaseClaims(db, 'a', [docks[0]!], true);
    await releaseClaims(db, 'a', [docks[1]!]);
    const next = await takeClaims(db, 'b', now, 4);
    expect(next.toSorted((one, other) => one.dockOID.localeCompare(other.dockOID))).toEqual([
      { dockOID: docks[0], fence: 2, handedOver: true },
      { dockOID: docks[1], fence: 2 },
    ]);
    // Killed before it stopped in order: what the one before it said is worth nothing any more.
    const later = now + limits.gateway.claimRowTtl + 1;
    const after = await takeClaims(db, 'c', later, 4);
    expect(after.filter(({ handedOver }) => handedOver)).toEqual([]);
    await releaseClaims(db, 'c', [docks[0]!], true);
    await dropOwnClaims(db, 'c');
    expect((await takeClaims(db, 'd', later, 1)).map(({ handedOver }) => handedOver)).toEqual([undefined]);
  });

  it('are released one by one, and by nobody else', async () => {
    await takeClaims(rooms.runtime.db, 'a', now, 4);
    await releaseClaims(rooms.runtime.db, 'a', []);
    await releaseClaims(rooms.runtime.db, 'b', docks);
    expect((await rows()).every(({ until: end }) => end > now)).toBe(true);
    await releaseClaims(rooms.runtime.db, 'a', [docks[2]!]);
    expect((await rows()).map(({ until: end }) => end > now)).toEqual([true, true, false, true]);
    await takeClaims(rooms.runtime.db, 'b', now, 1);
    await dropOwnClaims(rooms.runtime.db, 'a');
    expect((await rows()).map(({ by, until: end }) => [by, end > now])).toEqual([
      ['a', false],
      ['a', false],
      ['b', true],
      ['a', false],
    ]);
  });
});

describe('gateways that live', () => {
  it('are counted by what they said within the life of a claim, and only those that speak to docks', async () => {
    expect(await alive('api', ['api'])).toEqual([]);
    expect(await isGatewayAlive(rooms.runtime.db, now)).toBe(false);
    expect(await alive('a')).toEqual(['a']);
    expect(await alive('b', ['api', 'gateway'])).toEqual(['a', 'b']);
    expect(await isGatewayAlive(rooms.runtime.db, now)).toBe(true);
    // Their last word is as old as a claim may be.
    expect(await alive('c', ['gateway'], now + limits.gateway.claimTtl)).toEqual(['c']);
    expect(await isGatewayAlive(rooms.runtime.db, now + 2 * limits.gateway.claimTtl)).toBe(false);
  });

  it('no longer count once they have left, and say so to the others', async () => {
    const left: string[] = [];
    await rooms.database.connection.listen('gateway_left', (instanceId) => void left.push(instanceId));
    await alive('a');
    await alive('b');
    await leave(rooms.runtime.db, 'b');
    await until(
      'said',
      () => left,
      (said) => said.includes('b'),
    );
    expect(await isGatewayAlive(rooms.runtime.db, now)).toBe(true);
    expect(await alive('a')).toEqual(['a']);
    await leave(rooms.runtime.db, 'a');
    expect(await isGatewayAlive(rooms.runtime.db, now)).toBe(false);
  });
});

/** A gateway of the release before, which knows nothing of `claims_until`. */
const former = (at: number) =>
  rooms.runtime.db
    .insertInto('instance')
    .values({
      instance_id: 'former',
      started_at: new Date(at),
      seen_at: new Date(at),
      processes: ['gateway'],
    })
    .execute();

describe('a gateway of the release before', () => {
  it('lives as long as it says, and keeps its claims by the row of each dock', async () => {
    const { db } = rooms.runtime;
    await former(now);
    expect(await isGatewayAlive(db, now + limits.gateway.claimRowTtl - 1)).toBe(true);
    expect(await isGatewayAlive(db, now + limits.gateway.claimRowTtl)).toBe(false);
    await takeClaims(db, 'former', now, 1);
    expect(await takeClaims(db, 'a', now + limits.gateway.claimRowTtl - 1, 1)).toEqual([
      { dockOID: docks[1], fence: 1 },
    ]);
    expect(await takeClaims(db, 'a', now + limits.gateway.claimRowTtl, 1)).toEqual([
      { dockOID: docks[0], fence: 2 },
    ]);
  });

  it('is found for a day, so that it may come back and finds the rows renewed', async () => {
    const { db } = rooms.runtime;
    await alive('a');
    expect(await besideFormer(db, now)).toBe(false);
    await former(now);
    await leave(db, 'former');
    await db
      .updateTable('instance')
      .set({ claims_until: null })
      .where('instance_id', '=', 'former')
      .execute();
    expect(await besideFormer(db, now + limits.gateway.formerWithin - 1)).toBe(true);
    expect(await besideFormer(db, now + limits.gateway.formerWithin)).toBe(false);
  });
});
