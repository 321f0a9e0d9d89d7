import type { PlanePoint } from '../plane.ts';
import { endOf, startOf, type Run } from './cells.ts';
import type { Cost } from './steps.ts';

/** Gains below this are rounding. */
const leastGain = 1e-9;
/** Passes over all pairs of runs; bounds the time of a plan. */
const mostPasses = 6;
/** Runs that are moved together at the most. */
const mostTogether = 3;
/** More runs than this stay as their cells were ordered: there is less to gain, and it takes their number squared. */
const mostRuns = 60;

const turnedRun = ({ piece, forward }: Run): Run => ({ piece, forward: !forward });

/** An order of runs whose ways between each other are weighed. */
interface Tour {
  runs: Run[];
  readonly cost: Cost;
  /** Cost of the way to the first run and from the last one; 0 without a home. */
  readonly home: (point: PlanePoint) => number;
  /** Runs at the begin that stay where they are. */
  readonly fixed: number;
}

const link = ({ cost, home }: Tour, from: Run | undefined, to: Run | undefined): number => {
  if (from && to) return cost(endOf(from), startOf(to));
  if (to) return home(startOf(to));
  return from ? home(endOf(from)) : 0;
};

/** Turns stretches round: every run in them is flown the other way. */
function turnStretches(tour: Tour): boolean {
  let better = false;
  const { fixed } = tour;
  for (let from = fixed; from < tour.runs.length; from += 1)
    for (let to = from; to < tour.runs.length; to += 1) {
      const { runs } = tour;
      const [before, one, two, after] = [runs[from - 1], runs[from], runs[to], runs[to + 1]] as Run[];
      const old = link(tour, before, one) + link(tour, two, after);
      const fresh = link(tour, before, two && turnedRun(two)) + link(tour, one && turnedRun(one), after);
      if (old - fresh < leastGain) continue;
      const round = runs
        .slice(from, to + 1)
        .toReversed()
        .map(turnedRun);
      runs.splice(from, round.length, ...round);
      better = true;
    }
  return better;
}

/** Moves one to three runs elsewhere, as they are or turned round. */
function moveRuns(tour: Tour): boolean {
  let better = false;
  const { fixed } = tour;
  for (let size = 1; size <= mostTogether; size += 1)
    for (let from = fixed; from + size <= tour.runs.length; from += 1) {
      const moved = tour.runs.slice(from, from + size);
      const round = moved.toReversed().map(turnedRun);
      const [before, after] = [tour.runs[from - 1], tour.runs[from + size]];
      const saved =
        link(tour, before, moved[0]) + link(tour, moved.at(-1), after) - link(tour, before, after);
      if (saved < leastGain) continue;
      let [most, place, best] = [leastGain, -1, moved];
      for (let at = fixed; at <= tour.runs.length; at += 1) {
        if (at >= from && at <= from + size) continue;
        const [left, right] = [tour.runs[at - 1], tour.runs[at]];
        const gone = link(tour, left, right);
        for (const way of [moved, round]) {
          const gain = saved - (link(tour, left, way[0]) + link(tour, way.at(-1), right) - gone);
          if (gain > most) [most, place, best] = [gain, at, way];
        }
      }
      if (place < 0) continue;
      tour.runs.splice(from, size);
      tour.runs.splice(place > from ? place - size : place, 0, ...best);
      better = true;
    }
  return better;
}

/** Runs in a cheaper order, piece by piece: what cells hold together is taken apart where that pays. */
export function improveRuns(start: readonly Run[], cost: Cost, home: Tour['home'], fixed: number): Run[] {
  if (start.length > mostRuns) return [...start];
  const tour: Tour = { runs: [...start], cost, home, fixed };
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const turned = turnStretches(tour);
    if (!moveRuns(tour) && !turned) break;
  }
  return tour.runs;
}
