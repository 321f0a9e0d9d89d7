import { nothing, type Steps } from './steps.ts';

interface Table {
  /** Cost of the cheapest way through a set of cells that ends with a step; and the step before it. */
  readonly best: Float64Array;
  readonly before: Int16Array;
}

function filled({ cells, inner, between, opens }: Steps): Table {
  const width = cells * 4;
  const best = new Float64Array(2 ** cells * width).fill(Infinity);
  const before = new Int16Array(2 ** cells * width).fill(nothing);
  for (let step = 0; step < width; step += 1)
    if (opens(step)) best[2 ** (step >> 2) * width + step] = between(nothing, step) + (inner[step] ?? 0);
  const links = Float64Array.from({ length: width * width }, (_, at) => {
    const to = at % width;
    return between(Math.floor(at / width), to) + (inner[to] ?? 0);
  });
  for (let set = 1; set < 2 ** cells; set += 1)
    for (let step = 0; step < width; step += 1) {
      const sum = best[set * width + step] ?? Infinity;
      if (sum === Infinity) continue;
      for (let to = 0; to < width; to += 1) {
        const bit = 1 << (to >> 2);
        if (set & bit) continue;
        const key = (set | bit) * width + to;
        const next = sum + (links[step * width + to] ?? Infinity);
        if (next < (best[key] ?? Infinity)) {
          best[key] = next;
          before[key] = step;
        }
      }
    }
  return { best, before };
}

/**
 * The cheapest of all orders of few cells: of each set of them the cheapest way through it (Held and Karp 1962). Null where no
 * order has a finite cost.
 */
export function exactOrder(steps: Steps): number[] | null {
  const { best, before } = filled(steps);
  const width = steps.cells * 4;
  let set = 2 ** steps.cells - 1;
  let [least, step] = [Infinity, nothing];
  for (let end = 0; end < width; end += 1) {
    const sum = (best[set * width + end] ?? Infinity) + steps.between(end, nothing);
    if (sum < least) [least, step] = [sum, end];
  }
  if (step < 0) return null;
  const order: number[] = [];
  while (step >= 0) {
    order.unshift(step);
    const last = before[set * width + step] ?? nothing;
    set &= ~(1 << (step >> 2));
    step = last;
  }
  return order;
}
