import type { TaskArrangement } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { refuseByGate } from './flight.dispatch.ts';
import { chosenBefore } from './flight.choices.ts';
import { storeLook } from './flight.look.store.ts';
import { holdGround, judgedFrom, type FlightServiceDependencies } from './flight.service.ts';
import { checkRuns, type VerdictDependencies } from './flight.verdict.ts';

type ForeseeDependencies = Pick<
  FlightServiceDependencies,
  'dockInScope' | 'routeToday' | 'routeFlown' | 'routeForFlight'
> &
  VerdictDependencies;

/** A run as it is asked about. */
export interface ForeseenFlight extends TaskArrangement {
  taskOID: string;
  wall: string;
  at: number;
}

/**
 * Whether a flight could be arranged now, and what can be known of the moment `at`, epoch ms, when it is to begin: by the
 * rules of the pre-flight gate. What only the dock can say then is not asked. How the task flies is kept, and nothing else
 * comes of it.
 * @throws Refusal when it could not
 */
export async function foreseeFlight(
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  deps: ForeseeDependencies,
  { taskOID, wall, at, ...arrangement }: ForeseenFlight,
  context: CallContext,
): Promise<void> {
  const { db, serverTime } = runtime;
  const request = { ...arrangement, taskOID };
  const { judged } = await judgedFrom(deps, request, context);
  await db
    .transaction()
    .execute((trx) => holdGround(trx, deps, request, judged, context, chosenBefore(arrangement)));
  const look = { arrangement, checksum: judged?.checksum ?? null, judged };
  await storeLook(db, taskOID, look, new Date(Math.round(serverTime())));
  const run = {
    taskOID,
    wall,
    at,
    arrangement,
    groupRoot: context.caller.groupRoot,
    memberOID: context.caller.memberOID,
    people: null,
    obstacle: null,
  };
  const [items = []] = await checkRuns(runtime, deps, [run]);
  refuseByGate(items.filter(({ verdict }) => verdict === 'failed'));
}
