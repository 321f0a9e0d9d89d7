import { layerCalls, limits, type LayerRecord, type ParsedRequestOf } from '@eyrie/domain';
import {
  BytesAnswer,
  type CallContext,
  type Caller,
  type Endpoint,
  type Handler,
} from '../../platform/http/endpoint.ts';
import { readRange } from '../../platform/http/byte-range.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { serveList } from '../../platform/list/index.ts';
import type { LayerDeps } from './layer.deps.ts';
import { createLayers, type Layers } from './layer.service.ts';
import {
  fileAt,
  lockTree,
  noteState,
  servedLayer,
  setPositions,
  treeOf,
  type ServedLayer,
} from './layer.store.ts';
import { prepareRaster } from './raster-prepare.ts';
import { createRemote, type Remote, type RemoteFile } from './remote.ts';
import { createSourceProxy, type FetchedTile, type SourceProxy } from './source-proxy.ts';

export { createLayerParser } from './layer-parser.ts';

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

const visible = async ({ runtime }: LayerDeps, caller: Caller, oid: string) => {
  const layer = await servedLayer(runtime.db, caller, oid);
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

const tileOf = async (
  deps: LayerDeps,
  { proxy, remote }: Sources,
  layer: ServedLayer,
  at: { z: string; x: string; y: string },
): Promise<BytesAnswer> => {
  const place = { z: whole(at.z), x: whole(at.x), y: whole(at.y) };
  const { z, x, y } = place;
  const meshes = layer.source === 'meshUrl';
  // Meshes may lie in degrees: then two squares are the world.
  const columns = 2 ** z * (meshes ? 2 : 1);
  if (!(z <= limits.layer.zoomMax && x < columns && y < 2 ** z)) throw notFound();
  if (z < layer.minZoom || (z > layer.maxZoom && !meshes)) return nothingThere();
  const packed = layer.source !== 'pmtilesFile';
  if (packed && layer.objectKey !== null)
    return (await storedFile(deps, layer, `${z}/${x}/${y}`)) ?? nothingThere();
  if (layer.address === null && packed) return nothingYet();
  if (layer.source === 'tilesetUrl') throw notFound();
  if (!meshes) return fetchedAnswer(await proxy(layer, place));
  const mesh = await remote.mesh(layer, place);
  // A viewer takes an empty answer for a mesh.
  if (!mesh) throw notFound();
  return fetchedAnswer(mesh);
};

const fileOf = async (
  deps: LayerDeps,
  { remote }: Sources,
  layer: ServedLayer,
  { name, ...at }: { name: string } & RemoteFile,
  range: CallContext['range'],
): Promise<BytesAnswer> => {
  const elsewhere = layer.source === 'tilesetUrl' || layer.source === 'meshUrl';
  if (!elsewhere) {
    const file = await storedFile(deps, layer, name, range);
    if (!file) throw notFound();
    return file;
  }
  if (name !== '0') throw notFound();
  const came = await (layer.source === 'meshUrl' ? remote.meshes(layer) : remote.tileset(layer, at));
  if (!came) throw notFound();
  return fetchedAnswer(came);
};

const orderHandler =
  ({ runtime, audit }: LayerDeps, layers: Layers): Handler<typeof layerCalls.order> =>
  async ({ oids }, context: CallContext) => {
    await runtime.db.transaction().execute(async (trx) => {
      const { caller } = context;
      await lockTree(trx, caller.groupRoot);
      await layers.requireOwn(trx, caller, oids);
      const tree = await treeOf(trx, caller.groupRoot);
      // The named ones share out the places that they have among them: the others stay where they are.
      const named = new Set(oids);
      const places = tree
        .filter(({ oid }) => named.has(oid))
        .map(({ position }) => position)
        .toSorted((one, other) => one - other);
      const rows = [...named].map((oid, at) => ({ oid, position: places[at] ?? 0 }));
      await setPositions(trx, rows);
      await audit.done(trx, context, 'layer.order', { rows: [...named].map((oid) => ({ oid })) });
    });
    return { ok: true as const };
  };

const sourcesOf = ({ runtime, seal, objects, fetch, fetchLarge }: LayerDeps): Sources => {
  const shared = {
    seal,
    objects,
    mono: () => runtime.clock.mono(),
    note: (oid: string, failure: string | null) =>
      noteState(runtime.db, oid, failure, new Date(Math.round(runtime.serverTime()))),
  };
  return {
    proxy: createSourceProxy({ ...shared, fetch }),
    remote: createRemote({ ...shared, fetch: fetchLarge }),
  };
};

/** Layers of maps: what they are, and the bytes that maps fetch of them. */
export function createLayer(deps: LayerDeps): Endpoint[] {
  const layers = createLayers(deps);
  const sources = sourcesOf(deps);
  deps.work.register('layerTiles', prepareRaster(deps));
  return serveList(layerCalls, layers.list, {
    async remove({ oids }, context) {
      await layers.remove(oids, context);
      return { ok: true as const };
    },
    order: orderHandler(deps, layers),
    tile: async ({ id, ...at }, { caller }) => tileOf(deps, sources, await visible(deps, caller, id), at),
    file: async ({ id, ...at }, { caller, range }) =>
      fileOf(deps, sources, await visible(deps, caller, id), at, range),
    async upload(request: ParsedRequestOf<typeof layerCalls.upload>, context): Promise<LayerRecord> {
      if (!context.spooled) throw new Refusal('malformed');
      return layers.upload(context.spooled, request, context);
    },
  });
}
