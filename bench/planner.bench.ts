import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import {
  addPart,
  checkPlan,
  freshPlan,
  groundGridFor,
  groundOfGrid,
  movePoint,
  planAll,
  planFigures,
  record,
  resolvePlan,
  startHistory,
  undo,
  type Ground,
} from '@eyrie/planner';
import { median, type BenchRow } from './row.ts';

const home = { lng: 113.95, lat: 22.54 };
const runs = 21;

/** A route to and fro over hills, `count` points 20 m apart with a photo at each. */
function longPlan(count: number): RoutePlan {
  const plan = freshPlan('waypoint');
  const points = Array.from({ length: count }, (_, at): PlanPoint => {
    const east = (at % 50) * 20;
    const place = destination(destination(home, 90, east), 0, Math.floor(at / 50) * 20);
    return { id: `p${at + 1}`, ...place, height: 120, actions: [{ type: 'takePhoto' }] };
  });
  const takeOff = { ...home, height: 16 };
  return { ...plan, points, settings: { ...plan.settings, drone: '0-91-1', takeOff } };
}

/** Hills of 15 m on a grid as the console posts it to its worker. */
function hillsOf(plan: RoutePlan): Ground {
  const frame = groundGridFor(plan);
  if (!frame) throw new Error('a plan without places');
  const heights = Float32Array.from(
    { length: frame.columns * frame.rows },
    (_, at) => 20 + 10 * Math.sin(at / 7) + 5 * Math.cos(at / 333),
  );
  return groundOfGrid({ ...frame, heights });
}

/** Milliseconds of the middle run, after one that is not counted. */
function timed(run: (turn: number) => void, times = runs): number {
  run(0);
  return median(
    Array.from({ length: times }, (_, turn) => {
      const from = performance.now();
      run(turn + 1);
      return performance.now() - from;
    }),
  );
}

const limited = (row: string, ms: number, limit: number): BenchRow => ({
  row,
  ours: `${ms.toFixed(1)} ms`,
  peer: '–',
  ratio: null,
  reach: `≤ ${limit} ms`,
  pass: ms <= limit,
});

function edited(count: number): BenchRow[] {
  const plan = longPlan(count);
  const ground = hillsOf(plan);
  const figures = timed((turn) => {
    const moved = movePoint(plan, 'p500', { lng: home.lng, lat: home.lat + turn / 1e5 });
    planFigures(resolvePlan(moved, ground), moved, ground);
  });
  return [limited(`figures after a change, ${count} points`, figures, 100)];
}

function checked(count: number): BenchRow[] {
  const plan = longPlan(count);
  const ground = hillsOf(plan);
  const route = resolvePlan(plan, ground);
  const check = timed(() => void checkPlan(plan, route, ground, { regions: [] }));
  return [limited(`checks, ${count} points`, check, 50)];
}

function huge(): BenchRow[] {
  const plan = longPlan(65_535);
  const ground = hillsOf(plan);
  const resolve = timed(() => void resolvePlan(plan, ground), 5);
  const steps = timed((turn) => {
    const next = movePoint(plan, 'p30000', { lng: home.lng, lat: home.lat + turn / 1e5 });
    undo(record(startHistory(plan), next, { label: 'move' }));
  }, 5);
  return [
    limited('a plan of 65,535 points as a route', resolve, 1_000),
    limited('an edit of it, recorded and taken back', steps, 100),
  ];
}

function area(): BenchRow[] {
  const far = destination(destination(home, 90, 1_000), 0, 1_000);
  const corners = [home, { lng: far.lng, lat: home.lat }, far, { lng: home.lng, lat: far.lat }];
  const plan = addPart(freshPlan('regionalMapping'), corners);
  const all = timed(() => void planAll({ plan, grid: null, regions: [] }));
  return [limited('a square kilometre: lines by the best course, figures, profile, checks', all, 100)];
}

/** How fast the planner answers an edit. */
export const measure = async (): Promise<BenchRow[]> => [
  ...edited(1_000),
  ...checked(300),
  ...huge(),
  ...area(),
];
