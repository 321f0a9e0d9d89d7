import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ReadyDock } from '../../testing/command-bench.ts';
import { bench, dueLater, override, start, useCommandBench, withoutRight } from './command.fixture.ts';
import { draftScheduledStart } from './command.draft.ts';
import { commandByKey } from './command.store.ts';

useCommandBench();

/** A run of a timed task of the dock's operator that is being launched, with the flight that waits. */
const runOf = async ({ who, flightOID }: ReadyDock, state = 'launching'): Promise<string> => {
  const oid = bench.runtime.newOid();
  await sql`update task set schedule_rule = 'x', arrangement = '{}'::jsonb, arranged_by = ${who.memberOID}::uuid,
    type = 'single' where oid = (select task_oid from flight where oid = ${flightOID}::uuid)`.execute(
    bench.db,
  );
  await sql`insert into task_occurrence (oid, task_oid, wall_time, time_zone, due_at, state, flight_oid, decided_at)
    select ${oid}::uuid, task_oid, '2027-03-31T08:30', 'UTC', now(), ${state}, oid,
      case when ${state} = 'planned' then null else now() end
    from flight where oid = ${flightOID}::uuid`.execute(bench.db);
  return oid;
};
const free = ({ who, dockOID, tabId, epoch }: ReadyDock): Promise<unknown> =>
  bench.leases.release(bench.target(dockOID), bench.by(who), tabId, epoch);
/** The order of the server itself, and what became of it. */
const startedBy = async ({ who, dockOID, flightOID }: ReadyDock, key: string) => {
  const memberOID = who.memberOID;
  const drafted = await bench.db.transaction().execute((trx) =>
    draftScheduledStart(bench.runtime, trx, {
      dock: { oid: dockOID, groupRoot: bench.groupRoot },
      flightOID,
      memberOID,
      key,
    }),
  );
  expect(drafted).toBe(true);
  let outcome = { state: 'drafted', reason: null as string | null };
  await expect
    .poll(async () => {
      const command = await commandByKey(bench.db, memberOID, dockOID, key);
      outcome = { state: command?.state ?? '', reason: command?.reason ?? null };
      return ['drafted', 'authorised', 'sent'].includes(outcome.state);
    })
    .toBe(false);
  return { ...outcome, sent: bench.sentTo(dockOID) };
};
const refused = (reason: string) => ({ state: 'failed', reason, sent: [] });

describe('the start of a run whose time has come', () => {
  it('goes out without lease and confirmation, in its two steps', async () => {
    const at = await bench.ready();
    await free(at);
    expect(await startedBy(at, await runOf(at))).toMatchObject({
      state: 'accepted',
      sent: ['flighttask_prepare', 'flighttask_execute'],
    });
  });

  it('goes out while its own arranger controls the dock', async () => {
    const at = await bench.ready();
    expect(await startedBy(at, await runOf(at))).toMatchObject({ state: 'accepted' });
  });

  it('goes past nobody else who controls the dock', async () => {
    const at = await bench.ready();
    await free(at);
    const other = await bench.caller('gamma-administrator');
    await bench.leases.take(bench.target(at.dockOID), bench.by(other), 'tab-administrator');
    expect(await startedBy(at, await runOf(at))).toEqual(refused('controlHeld'));
  });

  it('goes out where the time of whoever controlled the dock is over', async () => {
    const at = await bench.ready();
    const oid = await runOf(at);
    await override(at);
    const over = new Date(bench.clock.wall() - 1);
    await sql`update control_lease set expires_at = ${over} where dock_oid = ${at.dockOID}::uuid`.execute(
      bench.db,
    );
    expect(await startedBy(at, oid)).toMatchObject({ reason: null });
  });

  it.each(['planned', 'missed', 'cancelled', 'skipped'])('is nothing of a run that is %s', async (state) => {
    const at = await bench.ready();
    await free(at);
    expect(await startedBy(at, await runOf(at, state))).toEqual(refused('controlMissing'));
  });

  it('is nothing by another key or of another flight', async () => {
    const at = await bench.ready();
    await free(at);
    await runOf(at);
    expect(await startedBy(at, bench.runtime.newOid())).toEqual(refused('controlMissing'));
    const elsewhere = await bench.ready();
    await free(elsewhere);
    expect(await startedBy(at, await runOf(elsewhere))).toEqual(refused('controlMissing'));
  });

  it('is refused in the name of a member who may not be signed in, or has lost the right', async () => {
    const at = await bench.ready();
    await free(at);
    const oid = await runOf(at);
    await sql`update member set enabled = false where oid = ${at.who.memberOID}::uuid`.execute(bench.db);
    expect(await startedBy(at, oid)).toEqual(refused('notSignedIn'));
    await sql`update member set enabled = true where oid = ${at.who.memberOID}::uuid`.execute(bench.db);
    const again = await bench.ready();
    await free(again);
    const next = await runOf(again);
    await sql`delete from role_resource where resource = 'flight:start'`.execute(bench.db);
    expect(await startedBy(again, next)).toEqual(refused('notAllowed'));
    await sql`insert into role_resource select oid, 'flight:start' from role where first_key = 'operator'`.execute(
      bench.db,
    );
  });

  it('is stopped between its steps by whoever takes control', async () => {
    const at = await bench.ready();
    await free(at);
    const oid = await runOf(at);
    const other = await bench.caller('gamma-administrator');
    bench.beforeStep(1, () =>
      bench.leases.take(bench.target(at.dockOID), bench.by(other), 'tab-administrator'),
    );
    const outcome = await startedBy(at, oid);
    expect(outcome).toMatchObject({ state: 'failed', reason: 'controlHeld' });
    expect(outcome.sent).not.toContain('flighttask_execute');
  });

  it('is drafted once, and not at all while no gateway speaks to the dock', async () => {
    const at = await bench.ready();
    await free(at);
    const key = await runOf(at);
    const drafted = { dock: { oid: at.dockOID, groupRoot: bench.groupRoot }, flightOID: at.flightOID };
    const draft = () =>
      bench.db
        .transaction()
        .execute((trx) =>
          draftScheduledStart(bench.runtime, trx, { ...drafted, memberOID: at.who.memberOID, key }),
        );
    const claimUntil = (end: Date) =>
      sql`update gateway_claim set expires_at = ${end}
      where dock_oid = ${drafted.dock.oid}::uuid`.execute(bench.db);
    await claimUntil(new Date(bench.clock.wall() - 1));
    expect(await draft()).toBe(false);
    await claimUntil(new Date(bench.clock.wall() + 3_600_000));
    expect(await draft()).toBe(true);
    expect(await draft()).toBe(false);
  });
});

describe('a run that is not due', () => {
  it('is started early by who may change its task', async () => {
    const at = await bench.ready();
    await dueLater(at);
    expect(await start(at)).toMatchObject({ status: 200, reason: null });
  });

  it('is refused to everybody else, with when it is due, and nothing is sent', async () => {
    const at = await bench.ready();
    await dueLater(at);
    await withoutRight('task:edit');
    expect(await start(at)).toMatchObject({ reason: 'notYetDue' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('is started by everybody who may start once it is due', async () => {
    const at = await bench.ready();
    await dueLater(at);
    await sql`update task_occurrence set due_at = to_timestamp(${bench.clock.wall() / 1000})`.execute(
      bench.db,
    );
    await withoutRight('task:edit');
    expect(await start(at)).toMatchObject({ status: 200, reason: null });
  });
});
