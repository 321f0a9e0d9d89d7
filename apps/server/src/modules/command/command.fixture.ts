/** A gateway of commands on a real database for the tests of a file, and what may happen around a start. */
import { sql } from 'kysely';
import { limits, type RefusalReason } from '@eyrie/domain';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  createCommandBench,
  hearDock,
  tabOf,
  type CommandBench,
  type ReadyDock,
} from '../../testing/command-bench.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Of the file of tests that uses it. */
export let bench: CommandBench;
/** What a test took away for everybody is given back after it. */
const restores: (() => Promise<unknown> | void)[] = [];

/** Once in a file of tests, before everything else. */
export const useCommandBench = (): void => {
  beforeAll(async () => {
    bench = await createCommandBench();
  });
  afterEach(async () => {
    bench.reset();
    for (const restore of restores.splice(0).toReversed()) await restore();
  });
  afterAll(() => bench.stop());
};

export const run = (text: string, ...restore: string[]): Promise<unknown> => {
  for (const one of restore) restores.push(() => sql.raw(one).execute(bench.db));
  return sql.raw(text).execute(bench.db);
};
export const heard = (at: ReadyDock, differs: Record<string, unknown> = {}): void =>
  hearDock(bench, at.link, differs);
/** Another person takes control over. */
export const override = async (at: ReadyDock): Promise<void> => {
  const chief = await bench.caller('gamma-administrator');
  await bench.leases.override(
    bench.target(at.dockOID),
    bench.by(chief),
    tabOf(chief),
    'a test',
    async () => undefined,
  );
};
export const start = async (at: ReadyDock, part: object = {}) =>
  bench.order(at.who, {
    dockOID: at.dockOID,
    flightOID: at.flightOID,
    epoch: at.epoch,
    nonce: await bench.nonce(at.who, at.dockOID, 'startJob'),
    ...part,
  });
export const flightOf = (at: ReadyDock) =>
  bench.db
    .selectFrom('flight')
    .select(['state', 'outcome', 'outcome_reason', 'file_md5', 'gate'])
    .where('oid', '=', at.flightOID)
    .executeTakeFirstOrThrow();
/** A start of another flight on the same dock, of which it is known how it stands. */
export const otherStart = async (at: ReadyDock, state: string): Promise<string> => {
  const flightOID = await bench.addFlight(at.dockOID);
  await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash,
      issued_by, issued_at, expires_at, state)
    values (gen_random_uuid(), ${bench.groupRoot}::uuid, ${at.dockOID}::uuid, ${flightOID}::uuid, 'startJob',
      gen_random_uuid()::text, '{}', '', ${at.who.memberOID}::uuid, now(), now(), ${state})`.execute(
    bench.db,
  );
  return flightOID;
};

/** The flight becomes a run of its task that is due in nine and a half minutes. */
export const dueLater = ({ flightOID }: ReadyDock): Promise<unknown> =>
  run(`insert into task_occurrence (oid, task_oid, wall_time, time_zone, due_at, flight_oid)
    select gen_random_uuid(), task_oid, '2027-03-31T08:30', 'UTC',
      to_timestamp(${bench.clock.wall() / 1000}) + interval '570 seconds', oid from flight where oid = '${flightOID}'`);
/** Takes a right away from everybody. */
export const withoutRight = (right: string): Promise<unknown> =>
  run(
    `delete from role_resource where resource = '${right}'`,
    `insert into role_resource select oid, '${right}' from role where first_key in ('operator', 'administrator')`,
  );

/** What may happen to a start that was in order, and the rule that refuses it then. */
export const stepRules: readonly (readonly [string, RefusalReason, (at: ReadyDock) => unknown])[] = [
  [
    'its time is over',
    'expired',
    (at) => {
      bench.clock.move(limits.command.ttlPrepare + 1);
      heard(at);
    },
  ],
  [
    'the serial number passed to another record',
    'notProved',
    (at) => run(`update dock set waiting = true where oid = '${at.dockOID}'`),
  ],
  [
    'its device was never there',
    'notProved',
    (at) => run(`update dock set proved_at = null where oid = '${at.dockOID}'`),
  ],
  ['messaging is down', 'brokerDown', () => void (bench.world.brokerUp = false)],
  ['the broker does not answer', 'brokerDown', () => void (bench.world.answers = async () => false)],
  [
    'the dock is being asked what it does',
    'startingUp',
    (at) => void (at.link.holdUntil = bench.clock.mono() + 1),
  ],
  ['the dock left', 'dockOffline', (at) => void (at.link.session = false)],
  ['the dock fell silent', 'stateStale', () => bench.clock.move(limits.command.stateFresh + 1)],
  [
    'another gateway has the dock',
    'startingUp',
    (at) => run(`update gateway_claim set instance_id = 'other' where dock_oid = '${at.dockOID}'`),
  ],
  [
    'this gateway has it by a newer claim',
    'startingUp',
    (at) => run(`update gateway_claim set fence = fence + 1 where dock_oid = '${at.dockOID}'`),
  ],
  [
    'the claim of this gateway ran out',
    'startingUp',
    (at) =>
      run(
        `update gateway_claim set expires_at = to_timestamp(${bench.clock.wall() / 1000}) where dock_oid = '${at.dockOID}'`,
      ),
  ],
  [
    'the session ended',
    'notSignedIn',
    (at) => run(`update session set ended_at = now() where oid = '${at.who.sessionOID}'`),
  ],
  [
    'the session ran out',
    'notSignedIn',
    (at) =>
      run(
        `update session set expires_at = to_timestamp(${bench.clock.wall() / 1000}) where oid = '${at.who.sessionOID}'`,
      ),
  ],
  [
    'the member is disabled',
    'notSignedIn',
    (at) =>
      run(
        `update member set enabled = false where oid = '${at.who.memberOID}'`,
        `update member set enabled = true`,
      ),
  ],
  ['the right to start was taken away', 'notAllowed', () => withoutRight('flight:start')],
  [
    'the dock is out of sight',
    'notFound',
    (at) => run(`update dock set deleted_at = now() where oid = '${at.dockOID}'`),
  ],
  [
    'maintenance began',
    'maintenance',
    () => void (bench.world.newFlightRefusal = async () => new Refusal('maintenance')),
  ],
  ['somebody took control over', 'controlHeld', override],
  [
    'control was given back',
    'controlLost',
    (at) => bench.leases.release(bench.target(at.dockOID), bench.by(at.who), at.tabId, at.epoch),
  ],
  [
    'control ran out',
    'controlLost',
    (at) =>
      run(
        `update control_lease set expires_at = to_timestamp(${bench.clock.wall() / 1000}) where dock_oid = '${at.dockOID}'`,
      ),
  ],
  [
    'another tab of the session wants control',
    'tabMissing',
    (at) =>
      bench.leases
        .take(bench.target(at.dockOID), bench.by(at.who), 'tab-of-a-second-page')
        .catch(() => undefined),
  ],
  [
    'the flight is deleted',
    'notFound',
    (at) => run(`update flight set deleted_at = now(), state = 'over' where oid = '${at.flightOID}'`),
  ],
  [
    'the flight is over',
    'flightOver',
    (at) => run(`update flight set state = 'over', outcome = 'missed' where oid = '${at.flightOID}'`),
  ],
  [
    'the flight is in the air already',
    'flightRunning',
    (at) => run(`update flight set state = 'inFlight' where oid = '${at.flightOID}'`),
  ],
  [
    'the flight was changed',
    'flightChanged',
    (at) => run(`update flight set return_altitude = return_altitude + 1 where oid = '${at.flightOID}'`),
  ],
  [
    'its run is not due, and the right to change its task is missing',
    'notYetDue',
    async (at) => {
      await dueLater(at);
      await withoutRight('task:edit');
    },
  ],
  ['the dock flies another flight', 'flightRunning', (at) => void (at.link.flightOID = 'another')],
  ['another start was authorised', 'flightRunning', (at) => otherStart(at, 'authorised')],
  ['another start was sent', 'flightRunning', (at) => otherStart(at, 'sent')],
  ['nobody knows what became of another start', 'flightRunning', (at) => otherStart(at, 'unknown')],
  [
    'the end of the flight was ordered',
    'endOrdered',
    (at) =>
      run(`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash, issued_by, issued_at, expires_at, state, created_at)
      select gen_random_uuid(), group_root, dock_oid, oid, 'forceEndJob', gen_random_uuid()::text, '{}', '', executor_oid, now(), now(), 'sent', now() + interval '1 minute' from flight where oid = '${at.flightOID}'`),
  ],
  [
    'an earlier order to end the flight is still on its way',
    'endOrdered',
    (at) =>
      run(`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash, issued_by, issued_at, expires_at, state, created_at)
      select gen_random_uuid(), group_root, dock_oid, oid, 'forceEndJob', gen_random_uuid()::text, '{}', '', executor_oid, now(), now(), 'sent', now() - interval '1 minute' from flight where oid = '${at.flightOID}'`),
  ],
  ['the wind rose', 'gateBlocked', (at) => heard(at, { wind_speed: 19 })],
  ['it rains', 'gateBlocked', (at) => heard(at, { rainfall: 2 })],
  ['the emergency stop was pressed', 'gateBlocked', (at) => heard(at, { emergency_stop_state: 1 })],
  [
    'the route was changed',
    'gateBlocked',
    (at) =>
      run(
        `update route set checksum = 'other' where oid = (select route_oid from flight where oid = '${at.flightOID}')`,
      ),
  ],
  [
    'another flight of the dock is open',
    'gateBlocked',
    async (at) =>
      run(`update flight set state = 'inFlight' where oid = '${await bench.addFlight(at.dockOID)}'`),
  ],
  [
    'the database took too long',
    'databaseDown',
    () =>
      void (bench.world.newFlightRefusal = async () => {
        bench.clock.move(limits.command.sendWithin + 1);
        return null;
      }),
  ],
];
