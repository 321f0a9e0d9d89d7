import type { Cell, Run } from './cells.ts';
import { exactOrder } from './order-exact.ts';
import { nothing, stepsOf, type OrderOptions, type Steps } from './steps.ts';

/** Up to so many cells every order is weighed. */
const exactCells = 8;
/** Moves that are weighed for more cells; bounds the time of a plan. */
const mostMoves = 300_000;
/** Greedy orders that are begun, each from another step. */
const mostStarts = 8;
/** Gains below this are rounding. */
const leastGain = 1e-9;

/** The first of those that cost least. */
export function cheapest<T>(all: readonly T[], cost: (one: T) => number): T {
  let best = all[0] as T;
  let least = Infinity;
  for (const one of all) {
    const sum = cost(one);
    if (sum < least) [least, best] = [sum, one];
  }
  return best;
}

/** More cells than this are weighed only against the next few in the order of their lines. */
const mostWeighed = 300;
const fewWeighed = 16;

/** From a first step always to the cheapest next one. */
function greedyFrom(first: number, { cells, inner, between }: Steps): number[] {
  const rest = Array.from({ length: cells }, (_, cell) => cell);
  rest.splice(first >> 2, 1);
  const order = [first];
  let last = first;
  const most = cells > mostWeighed ? fewWeighed : cells;
  while (rest.length > 0) {
    let [least, next, place] = [Infinity, -1, 0];
    const weighed = Math.min(rest.length, most);
    for (let at = 0; at < weighed; at += 1) {
      const cell = rest[at] ?? 0;
      const usual = inner[cell * 4] as number;
      for (let step = cell * 4; step < cell * 4 + 4; step += 1) {
        const sum = between(last, step) + (inner[step] as number) - usual;
        if (sum < least || next < 0) {
          least = sum;
          next = step;
          place = at;
        }
      }
    }
    order.push(next);
    last = next;
    rest.splice(place, 1);
  }
  return order;
}

function greedyOrder(steps: Steps): number[] {
  const starts = Array.from({ length: steps.cells * 4 }, (_, step) => step).filter((step) =>
    steps.opens(step),
  );
  const every = Math.max(1, Math.floor(starts.length / mostStarts));
  const orders = starts.filter((_, at) => at % every === 0).map((step) => greedyFrom(step, steps));
  return cheapest(orders, (order) => steps.total(order));
}

/** Turns a stretch of an order round wherever that is cheaper. Returns how many moves were weighed and whether one was made. */
function turnStretches(order: number[], { back, between }: Steps, fixed: number): boolean {
  let better = false;
  for (let from = fixed; from < order.length; from += 1) {
    const before = from > 0 ? (order[from - 1] as number) : nothing;
    for (let to = from; to < order.length; to += 1) {
      const after = to + 1 < order.length ? (order[to + 1] as number) : nothing;
      const one = order[from] as number;
      const two = order[to] as number;
      const old = between(before, one) + between(two, after);
      const fresh = between(before, back[two] as number);
      if (old - fresh - between(back[one] as number, after) < leastGain) continue;
      const round = order.slice(from, to + 1).toReversed();
      for (let at = 0; at < round.length; at += 1) order[from + at] = back[round[at] ?? 0] ?? 0;
      better = true;
    }
  }
  return better;
}

/** Flies single cells elsewhere or otherwise wherever that is cheaper. */
function moveCells(order: number[], { inner, between }: Steps, fixed: number): boolean {
  let better = false;
  for (let from = fixed; from < order.length; from += 1) {
    const one = order[from] ?? 0;
    const before = from > 0 ? (order[from - 1] ?? nothing) : nothing;
    const after = order[from + 1] ?? nothing;
    const saved = between(before, one) + (inner[one] ?? 0) + between(one, after) - between(before, after);
    let [most, place, best] = [leastGain, -1, one];
    for (let at = fixed; at <= order.length; at += 1) {
      if (at === from + 1) continue;
      // Its own place counts as empty.
      const left = at === from ? before : at > 0 ? (order[at - 1] as number) : nothing;
      const right = at === from ? after : at < order.length ? (order[at] as number) : nothing;
      const gone = between(left, right);
      const first = one & ~3;
      for (let step = first; step < first + 4; step += 1) {
        const gain = saved - (between(left, step) + (inner[step] as number) + between(step, right) - gone);
        if (gain > most) [most, place, best] = [gain, at, step];
      }
    }
    if (place < 0) continue;
    order.splice(from, 1);
    order.splice(place > from ? place - 1 : place, 0, best);
    better = true;
  }
  return better;
}

/** Moves until nothing gets cheaper or the moves are used up. */
function improved(start: readonly number[], steps: Steps, fixed: number): number[] {
  const order = [...start];
  const each = order.length ** 2 * 5;
  for (let moves = each; moves <= mostMoves; moves += each) {
    const turned = turnStretches(order, steps, fixed);
    if (!moveCells(order, steps, fixed) && !turned) break;
  }
  return order;
}

/** The cells in an order that is good enough to compare courses by. */
export function roughOrder(cells: readonly Cell[], options: OrderOptions): Run[] {
  const steps = stepsOf(cells, options, true);
  const first = cheapest([0, 1], (step) => steps.inner[step] ?? 0);
  return steps.runs(greedyFrom(first, steps));
}

/** The cheapest order found: exact up to eight cells, improved step by step above. */
export function orderCells(cells: readonly Cell[], options: OrderOptions): Run[] {
  const steps = stepsOf(cells, options);
  const exact = cells.length <= exactCells ? exactOrder(steps) : null;
  return steps.runs(exact ?? improved(greedyOrder(steps), steps, options.first ? 1 : 0));
}
