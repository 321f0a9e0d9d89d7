import { limits } from '@eyrie/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import {
  beginClaims,
  alive,
  clearClaims,
  closeClaims,
  dividingGateway,
  docks,
  gone,
  openClaims,
  rooms,
  rows,
  turnOf,
} from './claims.fixture.ts';
import type { ClaimHandlers } from './claims.ts';
import { takeClaims } from './claims.store.ts';

beforeAll(openClaims);
afterAll(closeClaims);
beforeEach(beginClaims);
afterEach(clearClaims);

describe('the share of a gateway', () => {
  const gateway = (instanceId: string, given: Partial<ClaimHandlers> = {}) =>
    dividingGateway(rooms.runtime, instanceId, given);

  it('is every dock when it is alone, and half of them when another comes', async () => {
    const [a, b] = [gateway('a'), gateway('b')];
    await a.claims.start();
    expect(a.docks()).toEqual(docks);
    await b.claims.start();
    expect(b.docks()).toEqual([]);
    a.claims.soon();
    await until('given up', a.docks, (own) => own.length === 2);
    b.claims.soon();
    await until('taken', b.docks, (own) => own.length === 2);
    expect([...a.docks(), ...b.docks()].toSorted()).toEqual(docks);
    // What changed hands stands under a higher fence; what stayed does not.
    expect([...a.held.values(), ...b.held.values()]).toEqual([1, 1, 2, 2]);
    await b.claims.stop();
    a.claims.soon();
    await until('back', a.docks, (own) => own.length === 4);
    await a.claims.stop();
    expect((await rows()).every(({ until: end }) => end === 0)).toBe(true);
  });

  it('is not widened by what others lost while this one could not write either', async () => {
    const [a, b] = [gateway('a'), gateway('b')];
    await a.claims.start();
    await b.claims.start();
    expect(b.docks()).toEqual([]);
    // The database is away for everybody, and this one is the first to come back.
    rooms.clock.move(limits.gateway.claimTtl + 1);
    expect(await turnOf(b)).toEqual([]);
    rooms.clock.move(limits.gateway.beatEvery);
    expect(await turnOf(b)).toEqual(docks);
    // Which the other one notices as soon as it writes again.
    expect(await turnOf(a)).toEqual([]);
    await Promise.all([a.claims.stop(), b.claims.stop()]);
  });

  it('is kept while docks are handed over for longer than a claim counts', async () => {
    const endOf = async (): Promise<number> =>
      (
        await rooms.db
          .selectFrom('instance')
          .select('claims_until')
          .where('instance_id', '=', 'a')
          .executeTakeFirst()
      )?.claims_until?.getTime() ?? 0;
    const go = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const a = gateway('a', {
      gained: async () => {
        reached.resolve();
        await go.promise;
      },
    });
    const started = a.claims.start();
    await reached.promise;
    for (let passed = 0; passed < 2 * limits.gateway.claimTtl; passed += limits.gateway.beatEvery) {
      rooms.clock.move(limits.gateway.beatEvery);
      const at = rooms.clock.wall();
      const beaten = a.claims.beat();
      await until('said', endOf, (end) => end >= at + limits.gateway.claimTtl);
      expect(await takeClaims(rooms.runtime.db, 'b', at + limits.gateway.claimTtl - 1, 10)).toEqual([]);
      void beaten.catch(() => undefined);
    }
    go.resolve();
    await started;
    expect(a.docks()).toEqual(docks);
    await a.claims.stop();
  });

  it('grows by the beat after another gateway fell silent', async () => {
    const a = gateway('a');
    await alive('b');
    await a.claims.start();
    expect(a.docks()).toHaveLength(2);
    for (let passed = 0; passed <= limits.gateway.claimTtl; passed += 100) {
      rooms.clock.move(100);
      await a.claims.beat();
      expect(a.docks()).toHaveLength(passed + 100 < limits.gateway.claimTtl ? 2 : 4);
    }
    await a.claims.stop();
  });

  it('is not evened out by docks whose aircraft fly', async () => {
    const flying = new Set(docks.slice(0, 3));
    const a = gateway('a', { isFlying: (dockOID) => flying.has(dockOID) });
    const b = gateway('b');
    await a.claims.start();
    await b.claims.start();
    a.claims.soon();
    await until('given up', a.docks, (own) => own.length === 3);
    b.claims.soon();
    await until('taken', b.docks, (own) => own.length === 1);
    expect(a.docks()).toEqual([...flying]);
    flying.clear();
    a.claims.soon();
    await until('evened out', a.docks, (own) => own.length === 2);
    await b.claims.stop();
    await a.claims.stop();
  });

  it('is taken under a higher fence by the next run of an instance that died', async () => {
    const died = gateway('a');
    await died.claims.start();
    const next = gateway('a');
    await next.claims.start();
    expect([...next.held.values()].every((fence) => fence > 1)).toBe(true);
    expect(next.docks()).toEqual(docks);
    await next.claims.stop();
    await died.claims.stop();
  });

  it('is given back whole when the instance stops in the middle of a turn', async () => {
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const a = gateway('a', {
      gained: async () => {
        reached.resolve();
        await go.promise;
      },
    });
    const started = a.claims.start();
    await reached.promise;
    const stopped = a.claims.stop();
    go.resolve();
    await Promise.all([started, stopped]);
    expect((await rows()).map(({ until: end }) => end)).toEqual([0, 0, 0, 0]);
  });

  it('loses a dock that was deleted, and one whose fence was raised is handed over again', async () => {
    const a = gateway('a');
    await a.claims.start();
    await gone(docks[0]!);
    a.claims.soon();
    await until('lost', a.docks, (own) => own.length === 3);
    await rooms.runtime.db
      .updateTable('gateway_claim')
      .set({ fence: 7 })
      .where('dock_oid', '=', docks[1]!)
      .execute();
    a.claims.soon();
    await until(
      'again',
      () => a.held.get(docks[1]!),
      (fence) => fence === 7,
    );
    await a.claims.stop();
  });

  it('tries again what could not be handed over, and the others have their turn meanwhile', async () => {
    let failing = true;
    const a = gateway('a', {
      gained: async (gained) => {
        if (failing && gained.some(({ dockOID }) => dockOID === docks[0])) throw new Error('not now');
      },
    });
    await a.claims.start();
    expect(a.docks()).toEqual(docks.slice(1));
    failing = false;
    a.claims.soon();
    await until('handed over', a.docks, (own) => own.length === 4);
    await a.claims.stop();
  });

  it('is not healthy while its claims cannot be written', async () => {
    const a = gateway('a');
    await a.claims.start();
    expect(a.claims.healthy()).toBe(true);
    const { db } = rooms.runtime;
    await db.schema.alterTable('instance').renameTo('instance_away').execute();
    a.claims.soon();
    await until('unhealthy', () => !a.claims.healthy(), Boolean);
    await db.schema.alterTable('instance_away').renameTo('instance').execute();
    a.claims.soon();
    await until('healthy', () => a.claims.healthy(), Boolean);
    await a.claims.stop();
  });
});
