import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { mosaicLimits } from '@eyrie/domain';
import { boundsOfTile, tileAt, touches, type Bounds, type Place } from '@eyrie/geometry';
import { createJobs, type Jobs } from '../../platform/child/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { undulation } from '../../platform/undulation.ts';
import type { createGround } from './layer.ground.ts';
import type { MosaicDrawn, MosaicOrder } from './mosaic-draw.ts';
import { layerPrefix } from './layer.unnamed.store.ts';
import { coveredBox, eyeOf, zoomOf } from './mosaic-eye.ts';
import { afterFailure, drawnOf } from './mosaic-failure.ts';
import { keepMosaic } from './mosaic-keep.ts';
import {
  claimMosaic,
  laidPhotos,
  mosaicTiles,
  recordPhotos,
  releaseMosaic,
  restMosaic,
  waitingPhotos,
  type ClaimedMosaic,
  type LaidPhoto,
  type LeftPhoto,
} from './mosaic.store.ts';
import type { MosaicTile } from './mosaic-tile.ts';
import type { PublishProcessing } from './layer.deps.ts';

export interface MosaicDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid' | 'log'>;
  objects: Objects;
  dataDir: string;
  ground: ReturnType<typeof createGround>;
  publish: PublishProcessing;
  jobs: Pick<Jobs<MosaicOrder, MosaicDrawn>, 'run'>;
}

export const createMosaicJobs = (): Jobs<MosaicOrder, MosaicDrawn> =>
  createJobs({
    name: 'drawer of maps',
    script: new URL('./mosaic-process.ts', import.meta.url),
    time: mosaicLimits.time,
    heap: mosaicLimits.heap,
    memory: mosaicLimits.memory,
    idle: mosaicLimits.idle,
  });

/** Heights of the ground at places as the department of a flight has them; NaN where nobody knows. */
const groundOf = async (
  { ground }: MosaicDeps,
  scope: { groupRoot: string; groupOID: string },
  places: readonly Place[],
): Promise<Float32Array> =>
  (places.length > 0 ? await ground(scope, places) : null) ??
  new Float32Array(places.length).fill(Number.NaN);

/** What of the photos that wait is laid on the map, and where; of the others, why not. */
async function placePhotos(
  deps: MosaicDeps,
  mosaic: ClaimedMosaic,
  laidBefore: number,
): Promise<{ laid: (LaidPhoto & { zoom: number })[]; left: LeftPhoto[] }> {
  const waiting = await waitingPhotos(deps.runtime.db, mosaic);
  const eyes = waiting.map((photo) => ({ photo, eye: eyeOf(photo, undulation) }));
  const below = await groundOf(
    deps,
    mosaic,
    eyes.map(({ eye, photo }) =>
      typeof eye === 'string' ? { lng: photo.lng ?? 0, lat: photo.lat ?? 0 } : eye.place,
    ),
  );
  const laid: (LaidPhoto & { zoom: number })[] = [];
  const left: LeftPhoto[] = [];
  for (const [at, { photo, eye }] of eyes.entries()) {
    const { oid, thumbnailKey } = photo;
    if (typeof eye === 'string') {
      left.push({ oid, thumbnailKey, fault: eye });
      continue;
    }
    const known = below[at] ?? Number.NaN;
    const level = Number.isNaN(known) ? eye.base : known;
    const box = level === null ? null : coveredBox(eye, level);
    if (level === null || box === null) left.push({ oid, thumbnailKey, fault: 'heightMissing' });
    else if (laidBefore + laid.length >= mosaicLimits.photos)
      left.push({ oid, thumbnailKey, fault: 'tooMany' });
    else
      laid.push({
        oid,
        thumbnailKey,
        eye: { ...eye, base: eye.base ?? level },
        box,
        zoom: zoomOf(eye, level, smallWidth(photo)),
      });
  }
  return { laid, left };
}

/** Pixels across of the small picture of a photo. */
const small = 400;
const smallWidth = ({ width, height }: { width: number; height: number }): number =>
  Math.min(width, (small * width) / Math.max(width, height));

const overlaps = (one: Bounds, other: Bounds): boolean =>
  one.west < other.east && one.east > other.west && one.south < other.north && one.north > other.south;

/** Tiles of one level that some boxes touch. */
const tilesOf = (boxes: readonly Bounds[], zoom: number): { z: number; x: number; y: number }[] => {
  const tiles = new Map<string, { z: number; x: number; y: number }>();
  for (const box of boxes) {
    const first = tileAt({ lng: box.west, lat: box.north }, zoom);
    const last = tileAt({ lng: box.east, lat: box.south }, zoom);
    for (let { x } = first; x <= last.x; x += 1)
      for (let { y } = first; y <= last.y; y += 1) {
        const tile = { z: zoom, x, y };
        if (touches(tile, box)) tiles.set(`${x}/${y}`, tile);
      }
  }
  return [...tiles.values()];
};

const steps = mosaicLimits.groundSteps;
const gridOf = (tile: { z: number; x: number; y: number }): Place[] => {
  const { west, east, north, south } = boundsOfTile(tile);
  return Array.from({ length: (steps + 1) ** 2 }, (_, at) => ({
    lng: west + ((east - west) * (at % (steps + 1))) / steps,
    lat: north + ((south - north) * Math.floor(at / (steps + 1))) / steps,
  }));
};

const joined = (boxes: readonly Bounds[]): Bounds => ({
  west: Math.min(...boxes.map(({ west }) => west)),
  south: Math.min(...boxes.map(({ south }) => south)),
  east: Math.max(...boxes.map(({ east }) => east)),
  north: Math.max(...boxes.map(({ north }) => north)),
});

const fetchTo = async ({ objects }: MosaicDeps, key: string, path: string): Promise<boolean> => {
  const found = await objects.get(key);
  if (!found) return false;
  await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
  return true;
};

/** Lays what is drawn on our disk, and says what to draw. */
async function orderOf(
  deps: MosaicDeps,
  mosaic: ClaimedMosaic,
  {
    folder,
    zoom,
    photos,
    fresh,
  }: { folder: string; zoom: number; photos: readonly LaidPhoto[]; fresh: readonly LaidPhoto[] },
): Promise<MosaicOrder> {
  const bare = tilesOf(
    fresh.map(({ box }) => box),
    zoom,
  );
  const heights = await groundOf(deps, mosaic, bare.flatMap(gridOf));
  const count = (steps + 1) ** 2;
  const tiles: MosaicTile[] = bare.map((tile, at) => ({
    ...tile,
    ground: heights.slice(at * count, (at + 1) * count),
  }));
  const boxes = bare.map(boundsOfTile);
  const seen: MosaicOrder['photos'] = [];
  for (const { oid, thumbnailKey, eye, box } of photos) {
    const path = join(folder, oid);
    if (boxes.some((tile) => overlaps(tile, box)) && (await fetchTo(deps, thumbnailKey, path)))
      seen.push({ path, eye });
  }
  const had = mosaic.layerOID === null ? null : await mosaicTiles(deps.runtime.db, mosaic.layerOID);
  const oldPath = join(folder, 'old');
  const hasOld = had !== null && (await fetchTo(deps, had.objectKey, oldPath));
  return {
    tiles,
    photos: seen,
    levels: mosaicLimits.levels - 1,
    old: had && hasOld ? { path: oldPath, files: had.files } : null,
    packPath: join(folder, 'tiles'),
  };
}

/** Draws the photos that wait and keeps what the map has become. */
async function layPhotos(deps: MosaicDeps, mosaic: ClaimedMosaic, signal: AbortSignal): Promise<void> {
  const { runtime, objects, dataDir } = deps;
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  const before = await laidPhotos(db, mosaic.flightOID);
  const { laid, left } = await placePhotos(deps, mosaic, before.length);
  const [first] = laid;
  if (!first) {
    await recordPhotos(db, mosaic.flightOID, [], left);
    return releaseMosaic(db, mosaic.flightOID, { at: now() });
  }
  const zoom = mosaic.zoom ?? first.zoom;
  const folder = join(dataDir, 'layer-work', `mosaic-${mosaic.flightOID}-${runtime.newOid()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const photos = [...before, ...laid];
    const order = await orderOf(deps, mosaic, { folder, zoom, photos, fresh: laid });
    const drawn = await drawnOf(deps.jobs, order, laid, signal);
    const objectKey = `${layerPrefix}${mosaic.groupRoot}/${runtime.newOid()}`;
    await objects.put(objectKey, createReadStream(order.packPath), { size: drawn.size });
    const layerOID = mosaic.layerOID ?? runtime.newOid();
    const old =
      mosaic.layerOID === null ? null : ((await mosaicTiles(db, mosaic.layerOID))?.objectKey ?? null);
    const refused = await db.transaction().execute(async (trx) => {
      const why = await keepMosaic(trx, mosaic, {
        ...drawn,
        layerOID,
        objectKey,
        zoom,
        minZoom: zoom - mosaicLimits.levels + 1,
        bounds: joined(photos.map(({ box }) => box)),
        at: now(),
      });
      if (why === null) await recordPhotos(trx, mosaic.flightOID, laid, left);
      return why;
    });
    // What nobody names any more: the tiles before, or those of a layer that people have deleted meanwhile.
    const gone = refused === null ? old : objectKey;
    if (gone !== null) await objects.delete(gone);
    if (refused === null)
      return deps.publish(mosaic, {
        kind: 'ortho',
        jobOID: mosaic.flightOID,
        flightOID: mosaic.flightOID,
        state: 'running',
        percent: 100,
        resultOID: layerOID,
      });
    await releaseMosaic(db, mosaic.flightOID, { at: now(), failure: refused });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lays the photos of the next map that has some. @returns whether there was one */
export const layNextMosaic = async (deps: MosaicDeps, signal: AbortSignal): Promise<boolean> => {
  const { db, serverTime, log } = deps.runtime;
  const after = (ms: number): Date => new Date(Math.round(serverTime()) + ms);
  const mosaic = await claimMosaic(db, after(0), after(mosaicLimits.workFor));
  if (!mosaic) return false;
  try {
    await layPhotos(deps, mosaic, signal);
  } catch (error) {
    if (signal.aborted) {
      await restMosaic(db, mosaic.flightOID, { until: after(0), attempts: mosaic.attempts });
      return false;
    }
    log.warn({ err: error, flightOID: mosaic.flightOID }, 'photos could not be laid on the map');
    await afterFailure(deps.runtime, mosaic, error);
  }
  return true;
};

/** Lays photos of mapping flights on the map as they come, on every server that has the time. */
export const createMosaics = (
  deps: Omit<MosaicDeps, 'jobs'> & { jobs?: Jobs<MosaicOrder, MosaicDrawn> },
): { timer: Timer; unit: Unit } => {
  const jobs = deps.jobs ?? createMosaicJobs();
  const ended = new AbortController();
  return {
    timer: {
      name: 'layer.mosaic',
      every: mosaicLimits.every,
      once: 'instance',
      process: 'scheduler',
      run: async () => {
        while (!ended.signal.aborted && (await layNextMosaic({ ...deps, jobs }, ended.signal)));
      },
    },
    unit: {
      name: jobs.name,
      start: () => jobs.start(),
      async stop() {
        ended.abort(new Error('the server stops'));
        await jobs.stop();
      },
    },
  };
};
