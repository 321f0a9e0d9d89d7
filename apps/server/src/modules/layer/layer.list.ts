import {
  isTiled,
  layerCalls,
  layerFilePath,
  layerTilePath,
  type DrawnLayer,
  type LayerRecord,
} from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { allowedWords, reading, type Reader } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { layerList, type LayerRow } from './layer.list.store.ts';

/** Where a map fetches it from. */
const urlOf = ({ oid, source }: LayerRow): string =>
  !isTiled(source)
    ? layerFilePath.replace('{id}', oid).replace('{name}', '0')
    : layerTilePath.replace('{id}', oid);

/** While a file waits for its tiles, the work that makes them says how it stands. */
const stateOf = ({
  failure,
  sourceKey,
  workState,
  workProgress,
}: LayerRow): Pick<LayerRecord, 'state' | 'reason' | 'progress'> => {
  if (failure !== null) return { state: 'failed', reason: failure, progress: null };
  if (sourceKey === null) return { state: 'ready', reason: null, progress: null };
  return workState === 'queued' || workState === 'running'
    ? { state: 'preparing', reason: null, progress: workProgress ?? 0 }
    : { state: 'failed', reason: 'notPrepared', progress: null };
};

const { get, edit, remove } = layerCalls;

/** A layer as its reader sees it: whether a key is kept, never the key; the address only for who may change it. */
export const presentLayer = (row: LayerRow, caller: Pick<Caller, 'resources'>): LayerRecord => {
  const { accessKey, objectKey: _object, sourceKey: _source, createdByOID: _by, ...others } = row;
  const { failure: _failure, workState: _state, workProgress: _progress, address, own, ...shown } = others;
  const words = allowedWords(caller.resources, own ? [get, edit, remove] : [get]);
  return {
    ...shown,
    size: Number(row.size),
    address: own && caller.resources.has('layer:edit') ? address : null,
    hasKey: accessKey !== null,
    url: urlOf(row),
    ...stateOf(row),
    allowed: row.deleteable ? words : words.filter((word) => word !== 'delete'),
  };
};

const layers = reading(layerList);

/** What a map draws of some layers that a scope sees, the lowest first; those outside of it are left out. */
export const drawnLayersOf = async (
  db: DbOrTrx,
  caller: Reader['caller'],
  oids: readonly string[],
): Promise<(DrawnLayer & { oid: string })[]> => {
  const rows = oids.length === 0 ? [] : await layers.byOids(db, { caller }, [...oids]);
  return rows
    .toSorted((one, other) => one.position - other.position || one.oid.localeCompare(other.oid))
    .map((row) => ({
      oid: row.oid,
      name: row.name,
      type: row.type,
      role: row.role,
      source: row.source,
      visible: row.visible,
      opacity: row.opacity,
      attribution: row.attribution,
      heightOffset: row.heightOffset,
      datum: row.datum,
      encoding: row.encoding,
      bounds: row.bounds,
      minZoom: row.minZoom,
      maxZoom: row.maxZoom,
      url: urlOf(row),
    }));
};
