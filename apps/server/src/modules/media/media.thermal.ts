import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { resultLimits, thermalBytes } from '@eyrie/domain';
import { JobFailed, type Jobs } from '../../platform/child/index.ts';
import { createConcurrencyLimiter, tooBusy } from '../../platform/concurrency-limiter.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MediaRow } from './media.list.store.ts';
import { isKept } from './media.reading.store.ts';
import { inWorkFolder } from './media.work-folder.ts';
import type { FileOrder, FileRead } from './photo-process.ts';
import type { DecodeThermal } from './thermal-decode.ts';
import { likelyTemperatures } from './thermal-likely.ts';

export interface ThermalDeps {
  objects: Objects;
  /** Where a photo lies while it is read. */
  dataDir: string;
  jobs: Pick<Jobs<FileOrder, FileRead>, 'run'>;
  /** Reads radiometric JPEGs; undefined: the operator has named no program that does. */
  decode: DecodeThermal | undefined;
}

type Photo = Pick<MediaRow, 'oid' | 'group_root' | 'object_key' | 'name' | 'width' | 'height'>;

/** Where the temperatures of a photo are kept once they were read, below a place of its own, which no device may write to. */
export const thermalKeyOf = ({ group_root: groupRoot, oid }: Pick<Photo, 'group_root' | 'oid'>): string =>
  `thermal/${groupRoot}/${oid}`;

const bytesOfOne = 4;

/** Fractions of 32 bits, the low byte first, as they lie in a file. */
const fractionsOf = async (path: string): Promise<Float32Array> => {
  const bytes = await readFile(path);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / bytesOfOne }, (_, at) =>
    view.getFloat32(at * bytesOfOne, true),
  );
};

/** @throws Refusal thermalProgram, thermalBroken */
async function readJpeg(
  { decode }: ThermalDeps,
  { width, height }: Photo,
  path: string,
  rawPath: string,
): Promise<Uint8Array> {
  if (!decode) throw new Refusal('thermalProgram');
  const size = await decode(path, rawPath, new AbortController().signal);
  if (size === null || width === null || height === null) throw new Refusal('thermalBroken');
  // Some cameras draw the picture with twice as many pixels a side as they measure.
  const half = width % 2 === 0 && height % 2 === 0 && size === (width / 2) * (height / 2) * bytesOfOne;
  if (!half && size !== width * height * bytesOfOne) throw new Refusal('thermalBroken');
  const [across, down] = half ? [width / 2, height / 2] : [width, height];
  const values = likelyTemperatures(await fractionsOf(rawPath));
  if (!values) throw new Refusal('thermalBroken');
  return thermalBytes({ width: across, height: down, source: 'program', values });
}

/** @throws Refusal thermalNone, thermalTooMuch */
async function readTiff({ jobs }: ThermalDeps, path: string, gridPath: string): Promise<Uint8Array> {
  try {
    const { thermal } = await jobs.run({ kind: 'thermal', path, gridPath });
    if (!thermal) throw new Refusal('thermalNone');
    return await readFile(gridPath);
  } catch (error) {
    if (error instanceof JobFailed)
      // A machine without time for it says nothing of the photo.
      throw ['unready', 'starved'].includes(error.why) ? tooBusy() : new Refusal('thermalTooMuch');
    throw error;
  }
}

/** @throws Refusal notFound where the store has it no more, thermalTooMuch */
async function fetchPhoto({ objects }: ThermalDeps, { object_key: key }: Photo, path: string): Promise<void> {
  const info = await objects.head(key);
  if (!info) throw notFound();
  if (info.size > resultLimits.thermalBytes) throw new Refusal('thermalTooMuch');
  const found = await objects.get(key);
  if (!found) throw notFound();
  await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
}

const isTiff = ({ name }: Photo): boolean => /\.tiff?$/i.test(name);
const isJpeg = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer: head } = await file.read(Buffer.alloc(3), 0, 3, 0);
    return head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
  } finally {
    await file.close();
  }
};

const readPhoto = (deps: ThermalDeps, photo: Photo): Promise<Uint8Array> =>
  inWorkFolder(deps.dataDir, 'thermal', async (folder) => {
    const [path, made] = [join(folder, 'photo.jpg'), join(folder, 'temperatures')];
    await fetchPhoto(deps, photo, path);
    if (isTiff(photo)) return readTiff(deps, path, made);
    if (!(await isJpeg(path))) throw new Refusal('thermalNone');
    return readJpeg(deps, photo, path, made);
  });

/**
 * The temperatures of a photo as bytes of `thermalGrid`: read once, then kept beside it until it is removed.
 * @throws Refusal thermalNone, thermalProgram, thermalBroken, thermalTooMuch, tooManyRequests, notFound
 */
export function createTemperatures({ db, log }: Pick<Runtime, 'db' | 'log'>, deps: ThermalDeps) {
  // Each is a process beside the server: more at once would take the machine from what flies.
  const inTurn = createConcurrencyLimiter({ atOnce: 1, queue: 8, wait: resultLimits.thermalTime });
  const kept = async (key: string): Promise<Uint8Array | null> => {
    const found = await deps.objects.get(key);
    return found && buffer(found.stream);
  };
  return async (photo: Photo): Promise<Uint8Array> => {
    const key = thermalKeyOf(photo);
    const known = await kept(key);
    if (known) return known;
    return inTurn(async () => {
      // Somebody who asked for the same may have been before.
      const read = await kept(key);
      if (read) return read;
      const bytes = await readPhoto(deps, photo).catch((error: unknown) => {
        // Whoever has named the program is the one who can do something about it, and sees no page.
        if (error instanceof Refusal && error.reason === 'thermalBroken')
          log.warn({ mediaOID: photo.oid }, 'EYRIE_THERMAL_COMMAND read no temperatures out of a photo');
        throw error;
      });
      const { length: size } = bytes;
      await deps.objects.put(key, Buffer.from(bytes), { size, contentType: 'application/octet-stream' });
      // Removed for good meanwhile: its temperatures go after it.
      if (!(await isKept(db, photo.oid))) await deps.objects.delete(key);
      return bytes;
    });
  };
}
