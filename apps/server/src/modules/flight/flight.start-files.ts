import type { OpenCommandArguments } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { Command, PlanContext } from '../command/index.ts';
import type { FlightCondition } from './flight.condition.store.ts';
import {
  dispatchFile,
  readRouteFile,
  type DispatchFile,
  type FlightObjects,
  type RouteFile,
} from './flight.dispatch.ts';
import { flightByOid, type FlightRow } from './flight.store.ts';

/** The flight of an order, which is one of the dock that was ordered. @throws Refusal `notFound` */
export const flightOf = async (db: DbOrTrx, { command, link }: PlanContext): Promise<FlightRow> => {
  const flight = command.flightOID ? await flightByOid(db, command.flightOID) : null;
  if (!flight || flight.dock_oid !== link.dock.oid) throw new Refusal('notFound');
  return flight;
};

/** What a start needs that lies outside the database: made before anything is locked or sent. */
export interface StartFiles {
  flight: FlightRow;
  /** As the route has it now. */
  route: RouteFile | null;
  /** As the dock will fetch it; null: there is nothing to be fetched. */
  dispatch: DispatchFile | null;
  /** What lies of it at its dock, as its start was authorised. Missing: nothing does. */
  lies?: 'prepared' | 'toTakeBack';
  /** What its dock is to wait for, of one that is prepared ahead. */
  condition?: FlightCondition;
}

export const startFiles = async (
  runtime: Runtime,
  objects: FlightObjects,
  context: PlanContext,
): Promise<StartFiles> => {
  const flight = await flightOf(runtime.db, context);
  const route = await readRouteFile(runtime.db, objects, flight);
  const reviewed = route !== null && route.checksum === flight.route_checksum;
  return { flight, route, dispatch: reviewed ? await dispatchFile(objects, route.objectKey, flight) : null };
};

/** What was made for the starts that are being carried out. */
export type StartFilesByCommand = WeakMap<Command, StartFiles>;

/** A start as a device of the open contract takes it, from what was made when it was authorised. */
export const openStartOf =
  (files: StartFilesByCommand) =>
  ({ command }: PlanContext): OpenCommandArguments<'startJob'> => {
    const made = files.get(command);
    if (!made?.dispatch) throw new Refusal('routeChanged');
    const { flight, dispatch } = made;
    // The contract has no word for where to begin, and from its beginning the route is not to be flown.
    if (flight.starts_at) throw new Refusal('breakPointDock');
    const { url, md5, bytes } = dispatch;
    return {
      flightId: flight.oid,
      file: { url, md5, bytes },
      returnAltitude: flight.return_altitude,
      lostAction: flight.lost_action,
    };
  };
