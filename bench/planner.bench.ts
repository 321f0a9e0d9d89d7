import { routePlan, type RoutePlan } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import {
  addPart,
  checkPlan,
  freshPlan,
  kmzOfRoute,
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
import { createRouteMaker, createRouteParser } from '../apps/server/src/modules/route/route-parser.ts';
import { packQuestion } from '../apps/server/src/modules/route/maker-question.ts';
import { join } from 'node:path';
import { startBenchChromium } from './chromium.ts';
import { serveSite } from './first-page/site.ts';
import { run as costOf, withoutGraphics } from './map.bench.ts';
import { buildMapPage } from './map/build.ts';
import { home, longPlan } from './planning/long-route.ts';
import { median, type BenchRow } from './row.ts';

const runs = 21;

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

/** Against its limit, so that a row says how much room there is. */
const against = (row: string, ms: number, limit: number): BenchRow => ({
  ...limited(row, ms, limit),
  peer: `${limit} ms`,
  ratio: ms / limit,
});

/** What the editor does with a saved plan before it can be drawn: the answer of the server is read, judged by its shape, and laid out. */
function loaded(): BenchRow[] {
  const text = JSON.stringify(longPlan(65_535));
  const ground = hillsOf(longPlan(65_535));
  const load = timed(() => void resolvePlan(routePlan.parse(JSON.parse(text)), ground), 5);
  return [against('load of a plan of 65,535 points', load, 1_000)];
}

/** Files through the threads in which the server reads and writes them. */
async function files(): Promise<BenchRow[]> {
  const [maker, parser] = [createRouteMaker({ timeout: 300_000 }), createRouteParser({ timeout: 300_000 })];
  const undulation = (): number => -3.5;
  const facts = { name: 'bench', author: 'bench', createdAt: 0 };
  const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  try {
    const short = longPlan(700);
    const bytes = kmzOfRoute(resolvePlan(short, hillsOf(short)), short, { ...facts, undulation });
    const imports: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) imports.push(await elapsed(() => parser.parse(bytes)));
    const plan = longPlan(65_535);
    const around = { ground: null, regions: [], unseen: [], takeOff: plan.settings.takeOff };
    const made = await maker.parse(packQuestion({ kind: 'make', plan, facts, origin: null, around }));
    if (!made.ok || !('bytes' in made)) throw new Error('65,535 points make no file');
    let count = 0;
    const long = await elapsed(async () => {
      const read = await parser.parse(made.bytes);
      count = read.ok ? read.plan.points.length : 0;
    });
    const whole = limited('its file written, and read again by the thread for imports', long, 20_000);
    return [
      against('import of a file of 700 points, end to end', median(imports.slice(1)), 500),
      { ...whole, pass: whole.pass && count === 65_535 },
    ];
  } finally {
    await Promise.all([maker.stop(), parser.stop()]);
  }
}

function area(): BenchRow[] {
  const far = destination(destination(home, 90, 1_000), 0, 1_000);
  const corners = [home, { lng: far.lng, lat: home.lat }, far, { lng: home.lng, lat: far.lat }];
  const plan = addPart(freshPlan('regionalMapping'), corners);
  const all = timed(() => void planAll({ plan, grid: null, regions: [] }));
  return [limited('a square kilometre: lines by the best course, figures, profile, checks', all, 100)];
}

/** Milliseconds of the page's own thread for one frame. */
const mostFrame = 20;

/**
 * The map as the editor draws a long route on it, moved in every frame. How many frames a second come of it is a matter of the
 * graphics card, which machines that measure seldom have: what counts is the work of the page's own thread for each.
 */
async function panned(): Promise<BenchRow[]> {
  const built = await buildMapPage(join(import.meta.dirname, '..'));
  const [site, browser] = [await serveSite(built.folder), await startBenchChromium(withoutGraphics)];
  try {
    const rows: BenchRow[] = [];
    for (const zoom of [12, 16]) {
      const { ms, frames } = await costOf(browser, `${site.url}?route=65535&zoom=${zoom}`);
      const each = ms / frames;
      rows.push({
        ...against(`map moved over 65,535 points at zoom ${zoom}, main thread a frame`, each, mostFrame),
        ours: `${each.toFixed(1)} ms, ${frames.toFixed(0)} frames/s without a graphics card`,
      });
    }
    return rows;
  } finally {
    await browser.close();
    site.stop();
    built.remove();
  }
}

/** How fast the planner answers an edit. */
export const measure = async (): Promise<BenchRow[]> => [
  ...edited(1_000),
  ...checked(300),
  ...huge(),
  ...loaded(),
  ...(await files()),
  ...(await panned()),
  ...area(),
];
