import { layerCalls, layerTilePath, type LayerRecord, type ParsedRequestOf } from '@eyrie/domain';
import { packBlocks } from '@eyrie/geometry';
import type { CallContext, Endpoint, Handler } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serveList } from '../../platform/list/index.ts';
import { unnamedTimer } from '../../platform/objects/index.ts';
import type { Timer } from '../../platform/timers.ts';
import { createChoices } from './layer.choices.ts';
import type { LayerDeps } from './layer.deps.ts';
import type { UploadTarget } from '../upload/index.ts';
import { orthophotoTarget } from './layer.orthophoto.ts';
import { createDifference } from './layer.difference.ts';
import { createGround } from './layer.ground.ts';
import { createLayers, type Layers } from './layer.service.ts';
import { createServing, type LayerServing } from './layer.serving.ts';
import { createSurface, type ReadSurface } from './layer.surface.ts';
import { layerPrefix, unnamedPacks } from './layer.unnamed.store.ts';
import { lockTree, setPositions, treeOf } from './layer.store.ts';
import { mosaicEndpoints } from './mosaic.endpoints.ts';
import { createMosaics } from './mosaic.ts';
import { unpackIn } from './photogrammetry/photogrammetry.deps.ts';
import { photogrammetryEndpoints } from './photogrammetry/photogrammetry.endpoints.ts';
import { createPhotogrammetry } from './photogrammetry/photogrammetry.ts';
import { takeFor } from './photogrammetry/take-file.ts';
import { prepareTiles } from './raster-prepare.ts';

export { drawnLayersOf } from './layer.list.ts';
export { judgingLayers, unseenLayers, type JudgingLayer } from './layer-look.store.ts';
export type { PublishProcessing } from './layer.deps.ts';
export { createEngine } from './photogrammetry/engine.ts';
export type { LayerServing } from './layer.serving.ts';
export { createLayerThreads, type LayerThreads } from './layer-threads.ts';
export type { ReadSurface, Surface } from './layer.surface.ts';
export { createSurfaceParser } from './surface-parser.ts';

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

/** Layers of maps: what they are, and the bytes that maps fetch of them. */
export function createLayer(deps: LayerDeps): {
  endpoints: Endpoint[];
  serving: LayerServing;
  ground: ReturnType<typeof createGround>;
  surface: ReadSurface;
  orthophotos: UploadTarget;
  mosaics: ReturnType<typeof createMosaics>;
  photogrammetry: ReturnType<typeof createPhotogrammetry>;
  /** Removes files of layers that no layer names. */
  removeUnnamed: Timer;
} {
  const layers = createLayers(deps);
  deps.work.register('layerTiles', prepareTiles('raster', deps));
  deps.work.register('layerSurface', prepareTiles('surface', deps));
  deps.work.register('layerCloud', prepareTiles('cloud', deps));
  const serving = createServing(deps);
  const ground = createGround(deps.runtime, serving);
  const surface = createSurface(deps.runtime, { serving, parser: deps.surfaceParser, ground });
  const choices = createChoices(deps.runtime);
  const difference = createDifference(deps);
  const { mosaics: _mosaics, ...ofLayers } = layerCalls;
  const endpoints = serveList(ofLayers, layers.list, {
    async remove({ oids }, context) {
      await layers.remove(oids, context);
      return { ok: true as const };
    },
    order: orderHandler(deps, layers),
    async surface({ boxes }, { caller }) {
      const { known, blocks, labels, unread } = await surface(caller, boxes);
      return {
        known,
        labels: [...labels],
        unread: [...unread],
        blocks: Buffer.from(packBlocks(blocks)).toString('base64'),
      };
    },
    difference: (request, { caller }) => difference(caller, request),
    choices: (_request, { caller }) => choices.of(caller),
    choose: (change, { caller }) => choices.change(caller, change),
    tile: ({ id, ...at }, { caller }) => serving.tile(caller, id, at),
    file: ({ id, ...at }, { caller, range }) =>
      serving.file(caller, id, at, { tiles: layerTilePath.replace('{id}', id), range }),
    async upload(request: ParsedRequestOf<typeof layerCalls.upload>, context): Promise<LayerRecord> {
      if (!context.spooled) throw new Refusal('malformed');
      return layers.upload(context.spooled, request, context);
    },
  });
  return {
    endpoints: [...endpoints, ...mosaicEndpoints(deps.runtime), ...photogrammetryEndpoints(deps)],
    serving,
    ground,
    surface,
    orthophotos: orthophotoTarget(deps, layers),
    mosaics: createMosaics({ ...deps, ground }),
    photogrammetry: createPhotogrammetry({ ...deps, take: takeFor(deps), unpack: unpackIn(deps.threads) }),
    removeUnnamed: unnamedTimer('layer.removeUnnamed', deps.runtime, {
      objects: deps.objects,
      own: { prefixes: [layerPrefix], unnamed: (keys) => unnamedPacks(deps.runtime.db, keys) },
    }),
  };
}
