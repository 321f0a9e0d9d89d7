import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layerCalls } from '@eyrie/domain';
import { signInCaller } from '../e2e/support/calls.ts';
import { startProduct } from '../e2e/support/product.ts';
import type { Cost, Question } from './cloud/cost.ts';
import { layerOf } from './layers.ts';
import { startPart } from './process.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

const settings = { across: 1_000, turns: 3, looks: 15 } as const;
const reach = { rate: 0.8, firstMs: 2_000 } as const;
const { across, turns } = settings;
const points = across * across;
const million = `${points / 1e6} million points`;

/** One piece of the work in a process of its own: what one keeps or blocks is nothing to the other. */
async function run(what: Question['what'], path: string): Promise<Cost> {
  const part = await startPart(new URL('./cloud/part.ts', import.meta.url));
  try {
    return (await part.ask({ what, path, across } satisfies Question)) as Cost;
  } finally {
    await part.end();
  }
}

const middle = (costs: readonly Cost[], of: 'ms' | 'worked'): number => median(costs.map((one) => one[of]));
/** Points for each second of a processor: what others on the machine do does not count. */
const rateOf = (costs: readonly Cost[]): number => (points * 1_000) / middle(costs, 'worked');
const words = (costs: readonly Cost[]): string =>
  `${(rateOf(costs) / 1e6).toFixed(2)} million/s of a processor, ${(middle(costs, 'ms') / 1_000).toFixed(1)} s by the clock, ${Math.round(Math.max(...costs.map(({ memory }) => memory)) / 1e6)} MB`;

async function compareWithLoop(path: string): Promise<BenchRow[]> {
  const costs = { ours: [] as Cost[], unpack: [] as Cost[], bare: [] as Cost[] };
  for (let turn = 0; turn < turns; turn += 1)
    for (const what of ['ours', 'unpack', 'bare'] as const) costs[what].push(await run(what, path));
  const row = (name: string, own: readonly Cost[]): BenchRow => {
    const ratio = rateOf(own) / rateOf(costs.bare);
    return {
      row: `layer: LAZ of ${million} ${name}, against a loop of laz-perf over the whole file that keeps nothing`,
      ours: words(own),
      peer: words(costs.bare),
      ratio,
      reach: `≥ ${reach.rate}×`,
      pass: ratio >= reach.rate,
    };
  };
  return [row('made to 3D Tiles', costs.ours), row('unpacked chunk by chunk', costs.unpack)];
}

interface Root {
  root: { content: { uri: string } };
}

const firstRow = (row: string, ms: number): BenchRow => ({
  row,
  ours: `${ms.toFixed(0)} ms`,
  peer: `limit ${reach.firstMs} ms`,
  ratio: ms / reach.firstMs,
  reach: `≤ ${reach.firstMs} ms`,
  pass: ms <= reach.firstMs,
});

/** The tileset and the points of its root over HTTP, as the globe asks for them; of a cloud that is there, and of one that is only sent. */
async function timeFirstPoints(path: string): Promise<BenchRow[]> {
  const product = await startProduct();
  try {
    const caller = await signInCaller(product.url);
    const headers = { authToken: caller.session.authToken };
    const fetched = async (oid: string, name: string): Promise<Buffer> => {
      const address = layerCalls.file.path.replace('{id}', oid).replace('{name}', name);
      const answer = await fetch(`${product.url}${address}`, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
      return bytes;
    };
    const look = async (oid: string): Promise<void> => {
      const tileset = JSON.parse(String(await fetched(oid, '0'))) as Root;
      const tile = await fetched(oid, tileset.root.content.uri.replace(/\.rest$/, ''));
      if (tile.toString('latin1', 0, 4) !== 'pnts') throw new Error('no points');
    };
    let oid = '';
    const whole = await timed(async () => {
      ({ oid } = await layerOf(product.url, caller, { source: 'pointCloud', path, name: 'quarry.laz' }));
      await look(oid);
    });
    const times: number[] = [];
    for (let at = 0; at < settings.looks; at += 1) times.push(await timed(() => look(oid)));
    return [
      firstRow(
        `layer: first points of a cloud of ${million} that was converted, over HTTP, the slowest of ${times.length}`,
        Math.max(...times),
      ),
      firstRow(
        `layer: first points of a LAZ or COPC of ${million} from the moment that it is sent: it is converted first`,
        whole,
      ),
    ];
  } finally {
    await product.stop();
  }
}

/** A point cloud: how fast it is converted, and how soon its first points are there. */
export const measure: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  try {
    const path = join(folder, 'quarry.laz');
    await run('make', path);
    return [...(await compareWithLoop(path)), ...(await timeFirstPoints(path))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
