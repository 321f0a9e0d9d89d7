import { distance, interpolate, type PlaceAtHeight } from '../sphere.ts';
import { checked, PlanningFault } from './fault.ts';

/** Samples of a leg at the least, both ends counted. */
const leastSamples = 100;
const mostSamples = 200_000;

/** One sample of a leg. */
export interface LegSample extends PlaceAtHeight {
  /** Part of the leg, 0 … 1. */
  readonly share: number;
  /** Metres from the begin of the route along the ground. */
  readonly along: number;
  /** Number of the leg, from 0. */
  readonly leg: number;
}

/** How many samples a leg has: 100, and more where the step would be longer than a cell of the terrain (m). */
export const samplesOf = (metres: number, cell: number): number =>
  Math.max(leastSamples, Math.ceil(metres / cell) + 1);

/**
 * Samples of every leg at t = i / (n − 1), both ends included; the height goes straight from one end to the other.
 * @param cell metres of a side of a terrain cell
 * @throws PlanningFault `tooLarge` for more samples than can be held
 */
export function legSamples(route: readonly PlaceAtHeight[], cell: number): LegSample[] {
  checked('cell', cell, { above: 0 });
  const lengths = route.slice(1).map((to, leg) => distance(route[leg] as PlaceAtHeight, to));
  const count = lengths.reduce((sum, length) => sum + samplesOf(length, cell), 0);
  if (!(count <= mostSamples))
    throw new PlanningFault('tooLarge', { field: 'samples', value: count, min: 0, max: mostSamples });
  let before = 0;
  return lengths.flatMap((length, leg) => {
    const [from, to] = [route[leg] as PlaceAtHeight, route[leg + 1] as PlaceAtHeight];
    const last = samplesOf(length, cell) - 1;
    const begin = before;
    before += length;
    return Array.from({ length: last + 1 }, (_, at): LegSample => {
      const share = at / last;
      return { ...interpolate(from, to, share), share, along: begin + length * share, leg };
    });
  });
}
