import { limits, type GateInput } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';
import type { JudgingLayer } from '../layer/index.ts';
import type { FlightJudgement, TakeOff } from '../route/index.ts';

/** Where a dock stands: metres above the ellipsoid, null while it did not tell. */
export type DockPlace = Place & { height: number | null };

/** Whether a dock is not where it was when a flight was judged. What a place says differs a little from time to time. */
export const hasMoved = (from: TakeOff, place: DockPlace): boolean => {
  const most = limits.gate.dockMoved;
  const rise = from.height === null || place.height === null ? 0 : Math.abs(place.height - from.height);
  return distance(from, place) > most || rise > most;
};

/** Names of the layers that a look did not have as they are now; a flight at which nobody looked has none of them. */
export const changedSince = (
  judged: Pick<FlightJudgement, 'look'> | null,
  layers: readonly JudgingLayer[],
): string[] => layers.filter(({ oid, stamp }) => judged?.look.layers[oid] !== stamp).map(({ name }) => name);

/** What the gate says of battery and ground: only what was found from where the dock is now. */
export function needsFrom(
  judged: Pick<FlightJudgement, 'from' | 'batteryUse' | 'ground'> | null,
  place: DockPlace | null,
): Pick<GateInput, 'batteryUse' | 'terrain'> {
  if (!place) return { batteryUse: 'placeUnknown', terrain: 'placeUnknown' };
  if (!judged?.from) return { batteryUse: 'notLooked', terrain: 'notLooked' };
  if (hasMoved(judged.from, place)) return { batteryUse: 'dockMoved', terrain: 'dockMoved' };
  const { batteryUse, ground } = judged;
  const top = ground?.top ?? null;
  return {
    batteryUse: batteryUse ?? 'notLooked',
    terrain: ground && top !== null ? { top, complete: ground.complete } : 'noTerrain',
  };
}

/** Whether a flight has to be looked at before its gate says what counts: by what the gate said, and by how old the look is. */
export function needsLook(
  judged: FlightJudgement | null,
  { place, layers, now }: { place: DockPlace | null; layers: readonly JudgingLayer[]; now: number },
): boolean {
  if (!judged || now - judged.at > limits.gate.lookEvery) return true;
  if (place && (!judged.from || hasMoved(judged.from, place))) return true;
  return changedSince(judged, layers).length > 0;
}
