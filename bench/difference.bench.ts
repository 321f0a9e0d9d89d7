import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layerCalls } from '@eyrie/domain';
import { localPlane } from '@eyrie/geometry';
import { dsmFile } from '../apps/server/src/modules/layer/dsm/dsm.fixture.ts';
import { signInCaller } from '../e2e/support/calls.ts';
import { startProduct } from '../e2e/support/product.ts';
import { layerOf } from './layers.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

/** Pixels along each side of both models, and asks: fewer than a member may make in a minute. */
const settings = { side: 2_000, pixel: 0.00001, turns: 12 } as const;
const reach = { ms: 2_000, volume: 0.01 } as const;
const { side, pixel } = settings;
const [west, north] = [9, 48] as const;

/** A heap of which the volume is known: metres of its base from the middle, and of its top. */
const heap = { radius: 400, top: 60 } as const;
const truth = (Math.PI * heap.radius ** 2 * heap.top) / 3;
const plane = localPlane({ lng: west + (side / 2) * pixel, lat: north - (side / 2) * pixel });
const ground = 300;
const heapAt = (column: number, row: number): number => {
  const { east, north: up } = plane.toPlane({
    lng: west + (column + 0.5) * pixel,
    lat: north - (row + 0.5) * pixel,
  });
  return ground + Math.max(0, heap.top * (1 - Math.hypot(east, up) / heap.radius));
};

/** Square metres of a pixel in the middle of the models; they are small enough to take it for all. */
const pixelArea = ((): number => {
  const middle = { lng: west + (side / 2) * pixel, lat: north - (side / 2) * pixel };
  const { east, north: up } = plane.toPlane({ lng: middle.lng + pixel, lat: middle.lat + pixel });
  return east * up;
})();

/** What a script makes of both models in memory: pixel by pixel, no file read. */
const bareVolume = (older: Float32Array, newer: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < newer.length; at += 1) sum += (newer[at] as number) - (older[at] as number);
  return sum * pixelArea;
};

const heightsBy = (heightAt: (column: number, row: number) => number): Float32Array =>
  Float32Array.from({ length: side * side }, (_, at) => heightAt(at % side, Math.floor(at / side)));

const percent = (volume: number): string => `${((volume / truth - 1) * 100).toFixed(2)} %`;

async function measureIn(folder: string): Promise<BenchRow[]> {
  const product = await startProduct();
  try {
    const caller = await signInCaller(product.url);
    const layer = async (name: string, heightAt: (column: number, row: number) => number) => {
      const path = join(folder, name);
      writeFileSync(
        path,
        dsmFile({ width: side, height: side, west, north, pixel, heightAt, deflate: true }),
      );
      return (await layerOf(product.url, caller, { source: 'surfaceModel', path, name })).oid;
    };
    const olderOID = await layer('before.tif', () => ground);
    const newerOID = await layer('after.tif', heapAt);
    const ask = () => caller.call(layerCalls.difference, { olderOID, newerOID, ring: null });
    const { fill, cut, columns, rows } = await ask();
    const ours: number[] = [];
    for (let turn = 0; turn < settings.turns; turn += 1) ours.push(await timed(ask));
    const [older, newer] = [heightsBy(() => ground), heightsBy(heapAt)];
    let volume = 0;
    const bare = await timed(async () => {
      volume = bareVolume(older, newer);
    });
    const ms = median(ours);
    const exact = Math.abs(fill / truth - 1) <= reach.volume && cut / truth <= reach.volume;
    return [
      {
        row: `layer: difference of two surface models of ${(side * side) / 1e6} megapixels with its volume, one call, ${columns} × ${rows} cells, against a loop over all pixels in memory`,
        ours: `${ms.toFixed(0)} ms, volume off by ${percent(fill)}`,
        peer: `${bare.toFixed(0)} ms, volume off by ${percent(volume)}`,
        ratio: ms / bare,
        reach: `≤ ${reach.ms} ms, volume within ${reach.volume * 100} %`,
        pass: ms <= reach.ms && exact,
      },
    ];
  } finally {
    await product.stop();
  }
}

/** How long a member waits for what a pit or a heap has become, and how true it is. */
export const measure: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  try {
    return await measureIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
