import { limits } from '@eyrie/domain';
import { BytesAnswer } from '../../platform/http/endpoint.ts';
import { readRange } from '../../platform/http/byte-range.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { LayerDeps } from './layer.deps.ts';
import { fileAt, recordState, servedLayer, type ServedLayer } from './layer.store.ts';
import { createRemote, type Remote, type RemoteFile } from './remote.ts';
import { createSourceProxy, type FetchedTile, type SourceProxy } from './source-proxy.ts';

export interface AskedTile {
  z: string;
  x: string;
  y: string;
}
export type AskedFile = { name: string } & RemoteFile;
/** ms that what a server elsewhere answered may have been kept; missing: as long as maps may show it. */
export interface Freshness {
  within?: number;
}
/** `tiles`: path by which whoever asks fetches tiles; `range`: the header of that name, if there was one. */
export interface FileAsk extends Freshness {
  tiles: string;
  range: string | null;
}

/** What others sent is shown and never run. */
const fileHeaders = (contentType: string, size: number): Record<string, string> => ({
  'content-type': contentType,
  'content-length': String(size),
  'cache-control': `private, max-age=${limits.layer.tileCacheSeconds}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
});

const nothingThere = (): BytesAnswer =>
  new BytesAnswer(
    new Uint8Array(),
    { 'cache-control': `private, max-age=${limits.layer.tileCacheSeconds}` },
    204,
  );

/** Nobody keeps that: there will be something. */
const nothingYet = (): BytesAnswer => new BytesAnswer(new Uint8Array(), { 'cache-control': 'no-store' }, 204);

/** The bytes of one file of a layer, or the part that is asked for; null where it has none at that path. */
const storedFile = async (
  { runtime, objects }: LayerDeps,
  layer: { oid: string; objectKey: string | null },
  path: string,
  asked: string | null = null,
): Promise<BytesAnswer | null> => {
  const file = await fileAt(runtime.db, layer.oid, path);
  if (!file || layer.objectKey === null) return null;
  const { start: first, length, contentType } = file;
  const part = readRange(asked, length);
  const headers = { ...fileHeaders(contentType, length), 'accept-ranges': 'bytes' };
  if (part === 'unsatisfiable') {
    const none = { ...headers, 'content-length': '0', 'content-range': `bytes */${length}` };
    return new BytesAnswer(new Uint8Array(), none, 416);
  }
  const { start, end } = part ?? { start: 0, end: length - 1 };
  const found = await objects.get(layer.objectKey, { start: first + start, end: first + end });
  if (!found) throw notFound();
  if (!part) return new BytesAnswer(found.stream, headers);
  const partly = {
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${length}`,
  };
  return new BytesAnswer(found.stream, { ...headers, ...partly }, 206);
};

const visible = async ({ runtime }: LayerDeps, scope: Scope, oid: string) => {
  const layer = await servedLayer(runtime.db, scope, oid);
  if (!layer) throw notFound();
  return layer;
};

const whole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** What the parts of this room fetch from elsewhere by. */
interface Sources {
  proxy: SourceProxy;
  remote: Remote;
}

const fetchedAnswer = (came: FetchedTile): BytesAnswer =>
  came ? new BytesAnswer(came.bytes, fileHeaders(came.contentType, came.bytes.length)) : nothingThere();

/** A tile of a map that is being made is another one a moment later: nobody keeps it. */
const tileOfPack = async (deps: LayerDeps, layer: ServedLayer, path: string): Promise<BytesAnswer> => {
  const found = await storedFile(deps, layer, path);
  if (!layer.grows) return found ?? nothingThere();
  return found
    ? new BytesAnswer(found.body, { ...found.headers, 'cache-control': 'no-store' }, found.status)
    : nothingYet();
};

const tileOf = async (
  deps: LayerDeps,
  { proxy, remote }: Sources,
  layer: ServedLayer,
  { within, ...at }: AskedTile & Freshness,
): Promise<BytesAnswer> => {
  const place = { z: whole(at.z), x: whole(at.x), y: whole(at.y) };
  const { z, x, y } = place;
  const meshes = layer.source === 'meshUrl';
  // Meshes may lie in degrees: then two squares are the world.
  const columns = 2 ** z * (meshes ? 2 : 1);
  if (!(z <= limits.layer.zoomMax && x < columns && y < 2 ** z)) throw notFound();
  if (z < layer.minZoom || (z > layer.maxZoom && !meshes)) return nothingThere();
  const packed = layer.source !== 'pmtilesFile';
  if (packed && layer.objectKey !== null) return tileOfPack(deps, layer, `${z}/${x}/${y}`);
  if (layer.address === null && packed) return nothingYet();
  if (layer.source === 'tilesetUrl') throw notFound();
  if (!meshes) return fetchedAnswer(await proxy(layer, place, within));
  const mesh = await remote.mesh(layer, place);
  // A viewer takes an empty answer for a mesh.
  if (!mesh) throw notFound();
  return fetchedAnswer(mesh);
};

const fileOf = async (
  deps: LayerDeps,
  { remote }: Sources,
  layer: ServedLayer,
  { name, ...at }: AskedFile,
  { tiles, range, within }: FileAsk,
): Promise<BytesAnswer> => {
  const elsewhere = layer.source === 'tilesetUrl' || layer.source === 'meshUrl';
  if (!elsewhere) {
    const file = await storedFile(deps, layer, (name === '0' ? at.place : undefined) ?? name, range);
    if (!file) throw notFound();
    return file;
  }
  if (name !== '0') throw notFound();
  const came = await (layer.source === 'meshUrl'
    ? remote.meshes(layer, tiles)
    : remote.tileset(layer, at, within));
  if (!came) throw notFound();
  return fetchedAnswer(came);
};

const sourcesOf = ({ runtime, seal, objects, fetch, fetchLarge, threads }: LayerDeps): Sources => {
  const shared = {
    seal,
    objects,
    mono: () => runtime.clock.mono(),
    note: (oid: string, failure: string | null) =>
      recordState(runtime.db, oid, failure, new Date(Math.round(runtime.serverTime()))),
  };
  return {
    proxy: createSourceProxy({ ...shared, fetch, archives: threads.archives }),
    remote: createRemote({ ...shared, fetch: fetchLarge, content: threads.content }),
  };
};

/** Serves the bytes of layers, wherever they lie, to whoever sees them. */
export function createServing(deps: LayerDeps) {
  const sources = sourcesOf(deps);
  return {
    /** @throws Refusal notFound for a layer or place that is not there, layerSource, tooManyRequests */
    async tile(scope: Scope, oid: string, at: AskedTile & Freshness): Promise<BytesAnswer> {
      return tileOf(deps, sources, await visible(deps, scope, oid), at);
    },
    /** @throws Refusal as `tile` */
    async file(scope: Scope, oid: string, at: AskedFile, ask: FileAsk): Promise<BytesAnswer> {
      return fileOf(deps, sources, await visible(deps, scope, oid), at, ask);
    },
  };
}
export type LayerServing = ReturnType<typeof createServing>;
