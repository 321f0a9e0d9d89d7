import { sql } from 'kysely';
import { limits } from '@eyrie/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createLeaseService, type LeaseService } from './lease.service.ts';
import { readLease } from './lease.store.ts';

let rooms: TestRooms;
let leases: LeaseService;
let dockOID: string;
let groupRoot: string;
/** What the screens were told. */
const shown: string[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  leases = createLeaseService(rooms.runtime, {
    audit: rooms.audit,
    changed: (_target, { kind }) => void shown.push(kind),
    untilOrdersSettled: async () => undefined,
    airborne: async () => true,
  });
  groupRoot = await rooms.seed('gamma', ['operator', 'leader'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('gamma-operator');
});
afterAll(() => rooms.close());

const operator = async (): Promise<Caller> => {
  const caller = await rooms.session.authenticate(await rooms.tokenOf('gamma-operator'));
  if (!caller) throw new Error('the operator is not signed in');
  return caller;
};
const sweep = () => leases.sweep(async () => groupRoot);

describe('control of a dock with somebody who asks for it', () => {
  const other = async (): Promise<Caller> => {
    const caller = await rooms.session.authenticate(await rooms.tokenOf('gamma-leader'));
    if (!caller) throw new Error('the leader is not signed in');
    return caller;
  };
  const target = () => ({ dockOID, groupRoot, control: 'flight' as const });
  const by = (caller: Caller) => ({ caller, address: '192.0.2.1', correlationId: 'call-1' });
  const disable = (enabled: boolean) =>
    sql`update member set enabled = ${enabled} where account = 'gamma-leader'`.execute(rooms.db);
  const free = () =>
    sql`update control_lease set holder_oid = null, session_oid = null, tab_id = null, asker_oid = null,
      asker_session_oid = null, asker_tab_id = null, asker_until = null`.execute(rooms.db);
  beforeEach(async () => {
    await sql`insert into role_resource select oid, 'dock:control' from role where first_key = 'leader'
      on conflict do nothing`.execute(rooms.db);
  });
  afterEach(async () => {
    await disable(true);
    await free();
  });

  it('is taken by whoever asked, once silence has granted it and before any timer looked', async () => {
    const mine = await operator();
    const { epoch } = await leases.take(target(), by(mine), 'tab-of-holder');
    const asker = await other();
    await leases.ask(target(), by(asker), 'tab-of-asker');
    rooms.clock.move(limits.lease.askAnswer + 1);
    expect(await leases.take(target(), by(asker), 'tab-of-asker')).toMatchObject({ epoch: epoch + 1 });
  });

  it('stays with its holder when silence would grant it to a member who was disabled', async () => {
    const mine = await operator();
    const { epoch } = await leases.take(target(), by(mine), 'tab-of-holder');
    const asker = await other();
    expect((await leases.ask(target(), by(asker), 'tab-of-asker')).asked).toBe(true);
    await disable(false);
    rooms.clock.move(limits.lease.askAnswer + 1);
    shown.length = 0;
    await sweep();
    expect(shown).toEqual(['lease']);
    const rows = await rooms.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'member_oid', 'correlation_id', 'address', 'detail'])
      .where('action', '=', 'lease.ask')
      .orderBy('chain_seq', 'desc')
      .limit(2)
      .execute();
    expect(rows).toMatchObject([
      {
        outcome: 'dropped',
        member_oid: null,
        correlation_id: null,
        detail: { asker: asker.memberOID, from: mine.memberOID },
      },
      {
        outcome: 'asked',
        member_oid: asker.memberOID,
        correlation_id: 'call-1',
        address: '192.0.2.1',
      },
    ]);
    const renewed = await leases.renew(target(), by(mine), 'tab-of-holder', epoch);
    expect(renewed).toMatchObject({ epoch, asked: false, holder: { mine: true } });
  });

  it('that silence granted is written down as what silence did, whoever asks next', async () => {
    const mine = await operator();
    const asker = await other();
    const { epoch } = await leases.take(target(), by(mine), 'tab-of-holder');
    await leases.ask(target(), by(asker), 'tab-of-asker');
    rooms.clock.move(limits.lease.askAnswer + 1);
    shown.length = 0;
    // Before the timer comes by, the former holder wants it back.
    await expect(leases.take(target(), by(mine), 'tab-of-holder')).rejects.toMatchObject({
      reason: 'controlHeld',
    });
    expect(shown).toEqual(['lease']);
    const rows = await rooms.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'member_oid', 'lease_epoch', 'detail'])
      .where('action', 'like', 'lease.%')
      .orderBy('chain_seq', 'desc')
      .limit(2)
      .execute();
    expect(rows).toMatchObject([
      {
        action: 'lease.silence',
        outcome: 'granted',
        member_oid: null,
        lease_epoch: epoch + 1,
        detail: { from: mine.memberOID },
      },
      { action: 'lease.ask', outcome: 'asked', member_oid: asker.memberOID },
    ]);
  });

  it('stays with its holder who says yes to a member who was disabled', async () => {
    const mine = await operator();
    await leases.take(target(), by(mine), 'tab-of-holder');
    const asker = await other();
    await leases.ask(target(), by(asker), 'tab-of-asker');
    await disable(false);
    expect(await leases.answer(target(), by(mine), 'tab-of-holder', true)).toMatchObject({
      holder: { mine: true },
    });
  });

  it('passes by silence, which loses nobody’s, and beside it the payload has a holder of its own', async () => {
    const [mine, asker] = [await operator(), await other()];
    const payload = { ...target(), control: 'payload' as const };
    await leases.take(target(), by(mine), 'tab-of-holder');
    await leases.take(payload, by(mine), 'tab-of-holder');
    await leases.ask(target(), by(asker), 'tab-of-asker');
    rooms.clock.move(limits.lease.askAnswer);
    expect(await sweep()).toEqual([]);
    expect(await leases.get(dockOID, 'flight', asker)).toMatchObject({ holder: { mine: true } });
    expect(await leases.get(dockOID, 'payload', mine)).toMatchObject({ holder: { mine: true }, epoch: 1 });
  });

  it('tells the screens what was asked and what was answered', async () => {
    const mine = await operator();
    const asker = await other();
    await leases.take(target(), by(mine), 'tab-of-holder');
    for (const [accept, kind] of [
      [false, 'leaseRefused'],
      [true, 'lease'],
    ] as const) {
      shown.length = 0;
      await leases.ask(target(), by(asker), 'tab-of-asker');
      await leases.answer(target(), by(mine), 'tab-of-holder', accept);
      expect(shown).toEqual(['leaseAsk', kind]);
    }
  });

  it('is known to be wanted by a second tab of its holder', async () => {
    const mine = await operator();
    await leases.take(target(), by(mine), 'tab-of-holder');
    const several = async () =>
      (await readLease(rooms.db, dockOID, 'flight', rooms.clock.wall())).severalTabs;
    expect(await several()).toBe(false);
    const second = leases.take(target(), by(mine), 'tab-2');
    await expect(second).rejects.toMatchObject({ reason: 'controlHeld' });
    expect(await several()).toBe(true);
  });

  it('tells who has it without waiting for the row: a crowd must not hold all connections', async () => {
    await leases.take(target(), by(await operator()), 'tab-of-holder');
    const crowd = await other();
    const lock = await rooms.db.startTransaction().execute();
    await lock.selectFrom('control_lease').select('epoch').forUpdate().execute();
    const answers = Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => leases.take(target(), by(crowd), `tab-${index}`)),
    );
    expect((await answers).map((one) => one.status === 'rejected' && one.reason.reason)).toEqual(
      Array.from({ length: 30 }, () => 'controlHeld'),
    );
    await lock.rollback().execute();
  });

  it('does not change hands while an order under it is being written, beside others that are', async () => {
    await leases.take(target(), by(await operator()), 'tab-of-holder');
    const look = (how: 'share' | 'update') =>
      rooms.db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '100ms'`.execute(trx);
        return (await readLease(trx, dockOID, 'flight', rooms.clock.wall(), how)).holder !== null;
      });
    for (const [mine, next, waits] of [
      ['share', 'share', false],
      ['share', 'update', true],
      ['update', 'share', true],
    ] as const)
      await rooms.db.transaction().execute(async (trx) => {
        await readLease(trx, dockOID, 'flight', rooms.clock.wall(), mine);
        expect(await look(next).catch(() => 'waits')).toBe(waits ? 'waits' : true);
      });
  });

  it('is not taken from who took it while the timer was about to free it from somebody else', async () => {
    const asker = await other();
    await leases.take(target(), by(asker), 'tab-of-gone');
    await disable(false);
    const mine = await operator();
    let taken = 0;
    await leases.sweep(async () => {
      // The other server freed it, and the next person took it.
      if (taken === 0) {
        const again = leases.sweep(async () => groupRoot);
        taken = 1;
        await again;
        taken = (await leases.take(target(), by(mine), 'tab-of-next')).epoch;
      }
      return groupRoot;
    });
    expect(await leases.get(dockOID, 'flight', mine)).toMatchObject({
      epoch: taken,
      holder: { mine: true },
    });
  });
});
