import { distance } from '@eyrie/geometry';
import { faultKinds, faultsAround, type PlantedFault } from '../world/index.ts';
import type { DockCore } from './core.ts';

/** A fault as somebody at the dock knows it: where it is, and since when it is whole, ms; null: it is broken. */
export interface FaultReport extends PlantedFault {
  readonly repairedAt: number | null;
  /** Metres from the dock. */
  readonly away: number;
}

/** Metres around a dock that its aircraft flies over, and how many faults of a kind are named. */
const within = 1_500;
const named = 8;

type Land = Pick<DockCore, 'place' | 'repairs' | 'clock' | 'log' | 'setup'>;

export const faultsOf = ({ place, repairs }: Pick<Land, 'place' | 'repairs'>): FaultReport[] => {
  const all = faultsAround(place, within);
  return faultKinds.flatMap((kind) =>
    all
      .filter((fault) => fault.kind === kind)
      .slice(0, named)
      .map((fault) => ({
        ...fault,
        repairedAt: repairs.since(fault.id),
        away: Math.round(distance(place, fault)),
      })),
  );
};

/** Repairs a fault around a dock, or breaks it again. @returns false where there is none of that name */
export function setRepaired(
  { place, repairs, clock, log, setup }: Land,
  id: string,
  repaired: boolean,
): boolean {
  if (!faultsAround(place, within).some((fault) => fault.id === id)) return false;
  if (repaired) repairs.repair(id, Math.round(clock.wall()));
  else repairs.breakAgain(id);
  log('land', { sn: setup.sn, fault: id, repaired });
  return true;
}
