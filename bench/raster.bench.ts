import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layerCalls, type LayerRecord } from '@eyrie/domain';
import { signInCaller } from '../e2e/support/calls.ts';
import { startProduct } from '../e2e/support/product.ts';
import { layerOf } from './layers.ts';
import { startPart } from './process.ts';
import type { Question } from './raster/part.ts';
import { median, type BenchRow, type Measure } from './row.ts';

const settings = { width: 12_000, height: 10_000, turns: 2, tiles: 400, warm: 50 } as const;
const most = { ratio: 1.7, tileMs: 50 } as const;
const megapixels = (settings.width * settings.height) / 1_000_000;

interface Cost {
  ms: number;
  /** Milliseconds that processors worked, of all threads: what others on the machine do does not count. */
  worked: number;
  /** Most bytes that the process held. */
  memory: number;
}

/** One piece of the work in a process of its own: what one keeps or blocks is nothing to the other. */
async function run(what: Question['what'], path: string): Promise<Cost> {
  const part = await startPart(new URL('./raster/part.ts', import.meta.url));
  try {
    const { width, height } = settings;
    return (await part.ask({ what, path, width, height })) as Cost;
  } finally {
    await part.end();
  }
}

const seconds = (costs: readonly Cost[], of: 'ms' | 'worked'): string =>
  `${(median(costs.map((cost) => cost[of])) / 1_000).toFixed(1)} s`;
const words = (costs: readonly Cost[]): string =>
  `${seconds(costs, 'worked')} of processors, ${seconds(costs, 'ms')} by the clock, ${Math.round(Math.max(...costs.map(({ memory }) => memory)) / 1e6)} MB`;

/** Both ways in turns, by the middle of their runs. */
async function comparePyramids(path: string): Promise<BenchRow> {
  const ours: Cost[] = [];
  const peer: Cost[] = [];
  for (let turn = 0; turn < settings.turns; turn += 1) {
    ours.push(await run('ours', path));
    rmSync(`${path}.ours`);
    peer.push(await run('peer', path));
  }
  const ratio = median(ours.map(({ worked }) => worked)) / median(peer.map(({ worked }) => worked));
  return {
    row: `layer: map tiles of a GeoTIFF of ${megapixels} megapixels in UTM, processor time against sharp's pyramid, which projects nothing`,
    ours: words(ours),
    peer: words(peer),
    ratio,
    reach: `≤ ${most.ratio}×`,
    pass: ratio <= most.ratio,
  };
}

/** Places of tiles on the deepest level, spread over the picture. */
const places = ({ bounds, maxZoom }: LayerRecord): string[] => {
  const size = 2 ** maxZoom;
  const rowOf = (lat: number): number =>
    Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size);
  const { west, east, north, south } = bounds ?? { west: 0, east: 0, north: 0, south: 0 };
  const columnOf = (lng: number): number => Math.floor(((lng + 180) / 360) * size);
  const [left, top] = [columnOf(west) + 1, rowOf(north) + 1];
  const [across, down] = [columnOf(east) - left, rowOf(south) - top];
  return Array.from({ length: settings.tiles + settings.warm }, (_, at) => {
    const place = (at * 7_919) % (across * down);
    return `${maxZoom}/${left + (place % across)}/${top + Math.floor(place / across)}`;
  });
};

/** One tile after the other through the product, by the slowest of twenty. */
async function timeTiles(path: string): Promise<BenchRow> {
  const product = await startProduct();
  try {
    const caller = await signInCaller(product.url);
    const layer = await layerOf(product.url, caller, { source: 'geotiff', path, name: 'orthophoto.tif' });
    const template = `${product.url}${layerCalls.tile.path.replace('{id}', layer.oid)}`;
    const times: number[] = [];
    for (const place of places(layer)) {
      const from = performance.now();
      const address = template.replace('{z}/{x}/{y}', place);
      const answer = await fetch(address, { headers: { authToken: caller.session.authToken } });
      const bytes = await answer.arrayBuffer();
      if (answer.status !== 200 || bytes.byteLength === 0) throw new Error(`${place}: ${answer.status}`);
      times.push(performance.now() - from);
    }
    const sorted = times.slice(settings.warm).toSorted((one, other) => one - other);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
    return {
      row: `layer: one tile of that GeoTIFF over HTTP, p95 of ${sorted.length}`,
      ours: `${p95.toFixed(1)} ms, middle ${median(sorted).toFixed(1)} ms`,
      peer: `limit ${most.tileMs} ms`,
      ratio: p95 / most.tileMs,
      reach: `≤ ${most.tileMs} ms`,
      pass: p95 <= most.tileMs,
    };
  } finally {
    await product.stop();
  }
}

/** A large orthophoto: how long its tiles take to make, and how long one takes to fetch. */
export const measure: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  try {
    const path = join(folder, 'orthophoto.tif');
    await run('make', path);
    return [await comparePyramids(path), await timeTiles(path)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
