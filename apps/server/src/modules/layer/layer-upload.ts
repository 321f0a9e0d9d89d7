import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { limits, type layerCalls, type ParsedRequestOf } from '@eyrie/domain';
import type { SpooledFile } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Pack, PackQuestion } from './layer-pack.ts';
import type { LayerThreads, Refused } from './layer-threads.ts';
import { rasterRefusal } from './raster-fault.ts';

export type UploadRequest = ParsedRequestOf<typeof layerCalls.upload>;

/** A file that was taken apart: where its pack lies, and what is known of it. */
export interface Packed extends Pack {
  path: string;
}

/** What comes as one file that is read in parts: it may be larger. */
const takenWhole: ReadonlySet<string> = new Set(['geotiff', 'pmtilesFile', 'pointCloud', 'surfaceModel']);

/** Bytes of one file of a source. */
const mostOf = (source: string): number => {
  if (takenWhole.has(source)) return limits.layer.rasterBytes;
  // A model whose files are not packed is as large as its files.
  return source === 'tileset' ? limits.layer.tilesetBytes : limits.layer.uploadBytes;
};

/** What a map cannot draw and a program has to convert first, by the file's first bytes. */
const requireDrawable = async (path: string, name: string, source: string): Promise<void> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const cloud = buffer.toString('latin1', 0, 4) === 'LASF';
    if (source === 'pointCloud') return;
    if (!cloud && takenWhole.has(source)) return;
    if (source === 'vector' && /\.dxf$/i.test(name)) return;
    const converts = cloud || /\.(?:osgb|las|laz|e57|obj|fbx|dxf|dwg|shp|tiff?)$/i.test(name);
    if (!converts) return;
    const kind = cloud ? 'LAS/LAZ' : (name.split('.').at(-1) ?? '').toUpperCase();
    throw new Refusal('layerConvert', { values: { kind } });
  } finally {
    await file.close();
  }
};

const orRefused = <T extends { ok: true }>(answer: T | Refused): T => {
  if (!answer.ok) throw new Refusal(answer.reason, { values: answer.values });
  return answer;
};

const vectorPack = async (
  { path, size: sent }: SpooledFile,
  packPath: string,
  epsg: string,
  { vectors }: LayerThreads,
): Promise<Pack> => {
  if (sent > limits.layer.vectorBytes)
    throw new Refusal('layerVector', { values: { what: `> ${limits.layer.vectorBytes / 1_000_000} MB` } });
  const { text, bounds } = orRefused(await vectors.parse(await readFile(path), epsg));
  const bytes = Buffer.from(text);
  await writeFile(packPath, bytes, { flag: 'wx', mode: 0o600 });
  const file = { path: '0', start: '0', length: String(bytes.length), contentType: 'application/geo+json' };
  const zooms = { min: 0, max: limits.layer.zoomMax };
  return { files: [file], size: bytes.length, type: 3, bounds, zooms };
};

const nothing = new Uint8Array();

const packOf = async (
  file: SpooledFile,
  packPath: string,
  { source, type, role, epsg = '' }: UploadRequest,
  threads: LayerThreads,
): Promise<Pack> => {
  if (source === 'vector') return vectorPack(file, packPath, epsg, threads);
  // Pixels of heights would not survive the way to a picture.
  if (source === 'geotiff' && role === 'terrain') throw rasterRefusal('layerHeights', 'role terrain');
  const { path, size } = file;
  const question: PackQuestion = {
    source,
    path,
    packPath,
    size,
    epsg,
    ...(type === undefined ? {} : { type }),
  };
  const thread = source === 'tiles' || source === 'tileset' ? threads.zips : threads.heads;
  return orRefused(await thread.parse(nothing, JSON.stringify(question)));
};

let working = 0;

/**
 * Takes a file apart that somebody sent. The pack lies beside it and goes with it.
 * @throws Refusal naming what is wrong with it; tooManyRequests while others are taken apart
 */
export async function packUpload(
  file: SpooledFile,
  request: UploadRequest,
  threads: LayerThreads,
): Promise<Packed> {
  if (working >= limits.layer.uploadsAtOnce) throw new Refusal('tooManyRequests', { retryAfterSeconds: 5 });
  working += 1;
  try {
    const { source, fileName = file.name } = request;
    const most = mostOf(source);
    if (file.size > most) throw new Refusal('tooLarge', { values: { max: most } });
    await requireDrawable(file.path, fileName, source);
    const path = `${file.path}.layer`;
    const packed = await packOf(file, path, request, threads);
    return { path: packed.kept ? file.path : path, ...packed };
  } finally {
    working -= 1;
  }
}

export const packStream = ({ path }: Packed) => createReadStream(path);
