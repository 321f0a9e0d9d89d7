import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { judgingLayers } from '../layer/index.ts';
import type { FlightJudge } from '../route/index.ts';
import { hasMoved, needsLook, type DockPlace } from './flight.judged.ts';
import { flightByOid, judgedOf, storeJudged } from './flight.store.ts';

/** ms between two looks at one flight, whatever asks for them. */
const lookLeast = 2_000;
/** Flights whose last look is remembered. */
const lookedMost = 1_000;

/** Looks at flights again whose look is older than what is around them. */
export function createFlightLook({ db, clock, serverTime }: Runtime, routeFlown: FlightJudge) {
  const looked = new Map<string, number>();
  const mayLook = (oid: string, now: number): boolean => now - (looked.get(oid) ?? -Infinity) >= lookLeast;

  /** @returns whether it was looked at */
  return async (oid: string, place: DockPlace | null, context: CallContext): Promise<boolean> => {
    const now = clock.mono();
    const flight = await flightByOid(db, oid);
    if (flight?.state !== 'created' || flight.route_oid === null || !mayLook(oid, now)) return false;
    const before = judgedOf(flight);
    const layers = await judgingLayers(db, { groupRoot: flight.group_root, groupOID: flight.group_oid });
    if (!needsLook(before, { place, layers, now: serverTime() })) return false;
    if (looked.size >= lookedMost) looked.clear();
    looked.set(oid, now);
    const moved = before?.from && place ? hasMoved(before.from, place) : before?.from === null;
    const question = {
      routeOID: flight.route_oid,
      checksum: flight.route_checksum,
      dockOID: flight.dock_oid,
      groupOID: flight.group_oid,
      place,
      returnAltitude: flight.return_altitude,
      former: moved ? null : before,
    };
    const found = await routeFlown(question, context).catch((error: unknown) => {
      // Of a route that is gone, or while too many are looked at, the gate says what it knows.
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (found) await storeJudged(db, oid, found);
    return found !== null;
  };
}
