import type { TaskArrangement } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { gatePolicyOf } from '../organisation/index.ts';
import { regionVerdict, rulesFor } from '../region/index.ts';
import { approvalOfTask } from './approval.standing.ts';
import { refuseByGate, unfitTogether } from './flight.dispatch.ts';
import { mostInAir } from './flight.gate.ts';
import { holdGround, judgedFrom, type AddRequest, type FlightServiceDependencies } from './flight.service.ts';
import { routeForFlight } from './flight.store.ts';

import { refuseByGate } from './flight.dispatch.ts';
import { storeLook } from './flight.look.store.ts';
import { holdGround, judgedFrom, type FlightServiceDependencies } from './flight.service.ts';
import { judgeRuns, type VerdictDependencies } from './flight.verdict.ts';

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
  const { dock, judged } = await judgedFrom(deps, request, context);
  const { route: held } = await db
    .transaction()
    .execute((trx) => holdGround(trx, deps, request, judged, context));
  const route = await routeForFlight(db, { route_oid: held.oid, route_checksum: held.checksum });
  const items = standingItems({
    maintenance: dock.maintenance,
    insuranceUntil: dock.insuranceUntil,
    unfit: await unfitTogether(db, dock),
    approval: request.taskOID
      ? await approvalOfTask(db, { taskOID: request.taskOID, groupRoot: dock.groupRoot })
      : null,
    policy: await gatePolicyOf(db, dock.groupRoot),
    regions: regionVerdict(await rulesFor(db, dock.groupOID), {
      dock: judged?.from ?? null,
      alternate: null,
      route: route
        ? {
            waypoints: route.waypoints as Waypoint[],
            heightMode: route.height_mode,
            takeOffSecurityHeight: route.take_off_security_height,
          }
        : null,
      returnAltitude: request.returnAltitude,
      from: request.at,
      until: request.at + mostInAir(null, route?.duration ?? 0),
    }),
    now: request.at,
  });

  const { db, serverTime } = runtime;
  const request = { ...arrangement, taskOID };
  const { judged } = await judgedFrom(deps, request, context);
  await db.transaction().execute((trx) => holdGround(trx, deps, request, judged, context));
  const look = { arrangement, checksum: judged?.checksum ?? null, judged };
  await storeLook(db, taskOID, look, new Date(Math.round(serverTime())));
  const run = {
    taskOID,
    wall,
    at,
    arrangement,
    groupRoot: context.caller.groupRoot,
    people: null,
    obstacle: null,
  };
  const [items = []] = await judgeRuns(runtime, deps, [run]);
  refuseByGate(items.filter(({ verdict }) => verdict === 'failed'));
}
