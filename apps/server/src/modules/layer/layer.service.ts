import {
  addressSources,
  fitsRole,
  isLayerAddress,
  type layerCalls,
  limits,
  type AddressSource,
  type LayerRecord,
  type LayerRole,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { CallContext, Caller, SpooledFile } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { createList } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { LayerDeps, Processing } from './layer.deps.ts';
import { packStream, packUpload, type Packed, type UploadRequest } from './layer-upload.ts';
import { layerList, type LayerRow } from './layer.list.store.ts';
import { presentLayer } from './layer.list.ts';
import { setWork } from './layer-preparing.store.ts';
import { layerPrefix } from './layer.unnamed.store.ts';
import { insertFiles, lockTree, objectKeys, ownedLayers, treeOf } from './layer.store.ts';

type Add = ParsedRequestOf<typeof layerCalls.add>;
type Edit = ParsedRequestOf<typeof layerCalls.edit>;
/** What a new layer is made of: an address, or a file that was taken apart. */
type Made = Add | { packed: Packed; request: UploadRequest; name: string; objectKey: string };

const isAddress = (source: string): source is AddressSource => addressSources.some((one) => one === source);

const requireAddress = (source: string, address: string): void => {
  if (!isAddress(source) || !isLayerAddress(source, address)) throw new Refusal('layerAddress');
};

const originOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).origin : '';

/** @throws Refusal notFound for what the caller does not see, notAllowed for what belongs to a department above */
async function requireOwn(db: DbOrTrx, caller: Caller, oids: readonly string[]): Promise<void> {
  const seen = new Map((await ownedLayers(db, caller, oids)).map(({ oid, own }) => [oid, own]));
  if (oids.some((oid) => !seen.has(oid))) throw notFound();
  if (oids.some((oid) => !seen.get(oid))) throw new Refusal('notAllowed');
}

/** A parent that the caller may change, whose own parents do not lead back, and not too deep. */
const requireParent = async (
  trx: DbOrTrx,
  caller: Caller,
  oid: string,
  parentOID: string | null | undefined,
): Promise<void> => {
  if (!parentOID) return;
  await requireOwn(trx, caller, [parentOID]);
  const tree = await treeOf(trx, caller.groupRoot);
  const parents = new Map(tree.map((one) => [one.oid, one.parentOID]));
  const below = (one: string): number =>
    1 + Math.max(0, ...tree.filter((child) => child.parentOID === one).map((child) => below(child.oid)));
  let depth = below(oid);
  for (let at: string | null = parentOID; at !== null; at = parents.get(at) ?? null) {
    depth += 1;
    if (at === oid || depth > limits.layer.depth) throw new Refusal('layerInside');
  }
};

/** Above all others. @throws Refusal layersFull */
const nextPosition = async (trx: DbOrTrx, groupRoot: string): Promise<number> => {
  await lockTree(trx, groupRoot);
  const tree = await treeOf(trx, groupRoot);
  if (tree.length >= limits.layer.most)
    throw new Refusal('layersFull', { values: { max: limits.layer.most } });
  return tree.reduce((top, { position }) => Math.max(top, position), 0) + 1;
};

/** A model stands in the way unless somebody says that it does not. */
const roleOfFile = (source: string, type: number): LayerRole =>
  source === 'tileset' && type === 4 ? 'surface' : 'layer';

/** @throws Refusal layerRole where the source has nothing of what the role needs */
const requireRole = (source: string, role: LayerRole | undefined): void => {
  if (role !== undefined && !fitsRole(source, role)) throw new Refusal('layerRole');
};

const fileValues = ({ packed, request, name, objectKey }: Exclude<Made, Add>) => ({
  name,
  source: request.source,
  type: packed.type,
  role: request.role ?? roleOfFile(request.source, packed.type),
  encoding: request.encoding ?? ('terrarium' as const),
  attribution: request.attribution ?? '',
  bounds: packed.bounds,
  minZoom: packed.zooms.min,
  maxZoom: packed.zooms.max,
  ...(packed.kept === 'until prepared' ? { sourceKey: objectKey } : { objectKey }),
  size: String(packed.size),
});

/** What is made of layers, by their type. */
const processingKinds: Readonly<Record<number, Processing['kind']>> = {
  4: 'oblique',
  5: 'ortho',
  6: 'pointCloud',
};

/** What makes something of a file that was sent, where it is not cut as a picture is. */
const workOf: Partial<Record<string, 'layerCloud' | 'layerSurface'>> = {
  pointCloud: 'layerCloud',
  surfaceModel: 'layerSurface',
};

/** Takes files that somebody sends into the list; what tiles are made of later waits as it came. */
function uploadsTo(
  { runtime, audit, objects, threads, work, publish }: LayerDeps,
  list: ReturnType<typeof createList<typeof layerList, LayerRecord, Made, Edit>>,
) {
  const prepareLater = (
    trx: DbOrTrx,
    layerOID: string,
    { source, epsg }: UploadRequest,
    { memberOID, groupRoot }: Caller,
  ): Promise<string> =>
    work.add(trx, {
      kind: workOf[source] ?? 'layerTiles',
      ownerOID: memberOID,
      groupRoot,
      request: { layerOID, ...(epsg === undefined ? {} : { epsg }) },
    });

  const announce = (layer: LayerRecord, waits: boolean): void => {
    const kind = processingKinds[layer.type];
    if (!kind) return;
    publish(layer, {
      kind,
      jobOID: layer.oid,
      flightOID: null,
      state: waits ? 'queued' : 'done',
      percent: waits ? 0 : 100,
      resultOID: layer.oid,
    });
  };

  /** @param also is done in the transaction that makes the layer */
  return async (
    file: SpooledFile,
    request: UploadRequest,
    context: CallContext,
    also?: (trx: DbOrTrx, layerOID: string) => Promise<void>,
  ): Promise<LayerRecord> => {
    requireRole(request.source, request.role);
    const packed = await packUpload(file, request, threads);
    const fileName = request.fileName ?? file.name;
    const name =
      request.name ??
      (fileName
        .replace(/\.[^.]*$/, '')
        .trim()
        .slice(0, 64) ||
        request.source);
    const objectKey = `${layerPrefix}${context.caller.groupRoot}/${runtime.newOid()}`;
    await objects.put(objectKey, packStream(packed), { size: packed.size });
    try {
      const oid = await runtime.db.transaction().execute(async (trx) => {
        const made = await list.addWithin(trx, { packed, request, name, objectKey }, context);
        if (packed.kept === 'until prepared')
          await setWork(trx, made.oid, await prepareLater(trx, made.oid, request, context.caller));
        await also?.(trx, made.oid);
        await audit.done(trx, context, 'layer.upload', { ...made.detail, size: packed.size });
        return made.oid;
      });
      const made = await list.get(oid, context);
      announce(made, packed.kept === 'until prepared');
      return made;
    } catch (error) {
      await objects.delete(objectKey);
      throw error;
    }
  };
}

/** Rules of the list of layers, and how a file becomes one. */
export function createLayers(deps: LayerDeps) {
  const { runtime, audit, department, objects, seal } = deps;
  const sealed = async (key: string): Promise<string | null> =>
    key === '' ? null : (await seal.close(key)).toString('base64');

  const addressValues = async ({ sourceKey: key = '', ...given }: Add) => {
    requireAddress(given.source, given.address);
    const { source } = given;
    const type = source === 'wms' ? 2 : source === 'tilesetUrl' ? 4 : 1;
    const usual = source === 'tilesetUrl' ? 'surface' : undefined;
    const role = source === 'meshUrl' ? 'terrain' : (given.role ?? usual);
    requireRole(source, role);
    return { ...given, type, role, accessKey: await sealed(key) };
  };

  const list = createList<typeof layerList, LayerRecord, Made, Edit>(
    {
      list: layerList,
      word: 'layer',
      present: (rows, { caller }) => rows.map((row) => presentLayer(row, caller)),
      async make(trx, request, { caller }, createdAt, oid) {
        const position = await nextPosition(trx, caller.groupRoot);
        const values = 'packed' in request ? fileValues(request) : await addressValues(request);
        if (!('packed' in request)) await requireParent(trx, caller, oid, request.parentOID);
        return {
          values: {
            groupRoot: caller.groupRoot,
            groupOID: caller.groupOID,
            createdByOID: caller.memberOID,
            createdAt,
            position,
            ...values,
          },
          detail: { name: request.name },
        };
      },
      async added(trx, oid, request) {
        if ('packed' in request) await insertFiles(trx, oid, request.packed.files);
      },
      requireChangeable(_trx, rows) {
        if (rows.some(({ own }) => !own)) throw new Refusal('notAllowed');
      },
      lockFirst: (trx, _oids, { caller }) => lockTree(trx, caller.groupRoot),
      async change(trx, row, { oid, version: _version, sourceKey: key, address, ...given }, { caller }) {
        if (address !== undefined) requireAddress(row.source, address);
        requireRole(row.source, given.role);
        // A key goes to the server that it was given for: who changes the address does not learn it.
        const moved = address !== undefined && originOf(address) !== originOf(row.address);
        if (given.parentOID) await requireParent(trx, caller, oid, given.parentOID);
        return {
          ...given,
          ...(address === undefined ? {} : { address }),
          ...(key === undefined && !moved ? {} : { accessKey: await sealed(key ?? '') }),
        };
      },
      // Addresses may carry keys of their own; what changed stands in the history.
      edited: (row) => ({ oid: row.oid, name: row.name }),
      async beforeRemove(trx, rows, { caller }) {
        const going = new Set(rows.map(({ oid }) => oid));
        const tree = await treeOf(trx, caller.groupRoot);
        const holding = tree.some(
          ({ oid, parentOID }) => parentOID && going.has(parentOID) && !going.has(oid),
        );
        if (holding || rows.some(({ deleteable }) => !deleteable)) throw new Refusal('layerInside');
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }: LayerRow) => ({ oid, name })) }),
    },
    { runtime, audit, department },
  );

  /** The files go once nothing names them any more; what cannot be thrown away now is only room on a disk. */
  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const keys = await objectKeys(runtime.db, context.caller, oids);
    await list.remove(oids, context);
    for (const key of keys)
      await objects
        .delete(key)
        .catch((error: unknown) => context.log.warn({ err: error, key }, 'object not deleted'));
  }

  return {
    list,
    upload: uploadsTo(deps, list),
    remove,
    requireOwn,
  };
}
export type Layers = ReturnType<typeof createLayers>;
