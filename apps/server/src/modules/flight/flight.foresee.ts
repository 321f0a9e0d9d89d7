import { standingItems, type Waypoint } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { gatePolicyOf } from '../organisation/index.ts';
import { regionVerdict, rulesFor } from '../region/index.ts';
import { approvalOfTask } from './approval.standing.ts';
import { refuseByGate, unfitTogether } from './flight.dispatch.ts';
import { mostInAir } from './flight.gate.ts';
import { holdGround, judgedFrom, type AddRequest, type FlightServiceDependencies } from './flight.service.ts';
import { routeForFlight } from './flight.store.ts';

type ForeseeDependencies = Pick<
  FlightServiceDependencies,
  'dockInScope' | 'routeToday' | 'routeFlown' | 'routeForFlight'
>;

/**
 * Whether a flight could be arranged now, and what records and regions say of it at the moment `at`, epoch ms, when it is
 * to begin: by the functions of the pre-flight gate. What only the dock can say then is not asked, and nothing comes of it.
 * @throws Refusal when it could not
 */
export async function foreseeFlight(
  { db }: Pick<Runtime, 'db'>,
  deps: ForeseeDependencies,
  request: Pick<AddRequest, 'routeOID' | 'dockOID' | 'returnAltitude' | 'taskOID'> & { at: number },
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
  refuseByGate(items.filter(({ verdict }) => verdict === 'failed'));
}
