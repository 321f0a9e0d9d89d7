import type { PlanePoint } from '../plane.ts';
import { backOf, endOf, fourWays, runsOf, startOf, type Cell, type Run } from './cells.ts';

/** What it costs to get from one point to the next: metres or seconds. */
export type Cost = (from: PlanePoint, to: PlanePoint) => number;

export interface OrderOptions {
  readonly cost: Cost;
  /** Cost from where the aircraft comes to a first point, and from a last point back. */
  readonly home?: (point: PlanePoint) => number;
  /** The run that the plan must begin with. */
  readonly first?: Run;
}

/** No step: before the first and after the last. */
export const nothing = -1;

/**
 * Cells with the four ways to fly each, as numbers: step = 4 · cell + way. All costs between them are computed once, since
 * every order weighs the same ones again.
 */
export interface Steps {
  /** Number of cells. */
  readonly cells: number;
  /** The step that flies the same cell the same way back. */
  readonly back: Int32Array;
  /** Costs of the ways between the lines of a cell. */
  readonly inner: Float64Array;
  /** Cost from the end of a step to the start of another; with `nothing`, from home or back. */
  between(from: number, to: number): number;
  /** Whether a plan may begin so. */
  opens(step: number): boolean;
  /** The pieces of steps in their order. */
  runs(order: readonly number[]): Run[];
  total(order: readonly number[]): number;
}

/** Up to so many cells all costs are kept. */
const mostKept = 120;

const innerCost = (runs: readonly Run[], cost: Cost): number => {
  let sum = 0;
  for (let at = 1; at < runs.length; at += 1)
    sum += cost(endOf(runs[at - 1] as Run), startOf(runs[at] as Run));
  return sum;
};

function innersOf(cells: readonly Cell[], back: Int32Array, cost: Cost): Float64Array {
  const inner = new Float64Array(cells.length * 4);
  for (const [at, cell] of cells.entries())
    // There and back cost the same.
    for (const way of [0, 1]) {
      const step = at * 4 + way;
      inner[step] = cell.length > 1 ? innerCost(runsOf(cell, way), cost) : 0;
      inner[back[step] ?? step] = inner[step] ?? 0;
    }
  return inner;
}

/** The run with which a way through a cell starts, without listing the others. */
function firstRun(cell: Cell, way: number): Run {
  return { piece: (way & 2 ? cell.at(-1) : cell[0]) as Run['piece'], forward: (way & 1) === 0 };
}

/** Costs from step to step: a step ends where the way back starts. */
function costsOf(points: readonly PlanePoint[], back: Int32Array, cost: Cost): Float64Array {
  const width = points.length;
  const costs = new Float64Array(width * width);
  for (let one = 0; one < width; one += 1)
    for (let two = one + 1; two < width; two += 1) {
      if (one >> 2 === two >> 2) continue;
      const price = cost(points[one] as PlanePoint, points[two] as PlanePoint);
      // The way back of the way back is the way itself.
      costs[(back[one] as number) * width + two] = price;
      costs[(back[two] as number) * width + one] = price;
    }
  return costs;
}

/** @param once every cost is asked for about once: keeping them would cost more than it saves */
export function stepsOf(cells: readonly Cell[], { cost, home, first }: OrderOptions, once = false): Steps {
  const back = Int32Array.from({ length: cells.length * 4 }, (_, step) => {
    const cell = step >> 2;
    return cell * 4 + backOf(cells[cell] as Cell, step & 3);
  });
  const starts = cells.flatMap((cell) => fourWays.map((way) => startOf(firstRun(cell, way))));
  const inner = innersOf(cells, back, cost);
  const width = starts.length;
  const kept = !once && cells.length <= mostKept ? costsOf(starts, back, cost) : null;
  const homes = home && starts.map(home);
  const between = (from: number, to: number): number => {
    if (from >= 0 && to >= 0)
      return kept
        ? (kept[from * width + to] as number)
        : cost(starts[back[from] as number] as PlanePoint, starts[to] as PlanePoint);
    if (to >= 0) return homes?.[to] ?? 0;
    return from >= 0 ? (homes?.[back[from] ?? 0] ?? 0) : 0;
  };
  return {
    cells: cells.length,
    back,
    inner,
    between,
    opens: (step) => {
      if (!first) return true;
      const { piece, forward } = firstRun(cells[step >> 2] as Cell, step & 3);
      return piece === first.piece && forward === first.forward;
    },
    runs: (order) => order.flatMap((step) => runsOf(cells[step >> 2] as Cell, step & 3)),
    total: (order) => {
      let sum = between(order.at(-1) ?? nothing, nothing);
      for (let at = 0; at < order.length; at += 1) {
        const step = order[at] ?? 0;
        sum += (inner[step] ?? 0) + between(at > 0 ? (order[at - 1] ?? nothing) : nothing, step);
      }
      return sum;
    },
  };
}
