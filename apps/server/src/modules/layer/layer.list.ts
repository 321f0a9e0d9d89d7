import {
  isTiled,
  layerCalls,
  layerFilePath,
  layerTilePath,
  type DrawnLayer,
  type LayerRecord,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import {
  allowedWords,
  ascending,
  column,
  defineList,
  descending,
  inScope,
  inScopeOrAbove,
  keyword,
  reading,
  versionOfRow,
  type Asked,
  type Reader,
  type RowOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './layer.schema.ts';

export const layerList = defineList({
  table: 'layer',
  // What lies above is read, and changed by nobody below: `own`.
  scope: ({ caller, filter: { groupOID } }) =>
    typeof groupOID === 'string' && groupOID !== ''
      ? inScope('layer.group_oid', caller, groupOID)
      : inScopeOrAbove('layer.group_oid', caller),
  name: 'name',
  unrecorded: ['accessKey', 'address'],
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = layer.group_oid)`,
    name: 'name',
    type: 'type',
    role: column<LayerRecord['role']>('role'),
    source: column<LayerRecord['source']>('source'),
    parentOID: 'parent_oid',
    position: 'position',
    visible: 'visible',
    opacity: 'opacity',
    attribution: 'attribution',
    heightOffset: 'height_offset',
    datum: column<LayerRecord['datum']>('datum'),
    encoding: column<LayerRecord['encoding']>('encoding'),
    bounds: column<LayerRecord['bounds']>('bounds'),
    minZoom: 'min_zoom',
    maxZoom: 'max_zoom',
    address: 'address',
    keyHeader: 'key_header',
    accessKey: 'access_key',
    objectKey: 'object_key',
    sourceKey: 'source_key',
    workState: sql<string | null>`(select state from work where work.oid = layer.work_oid)`,
    workProgress: sql<number | null>`(select progress from work where work.oid = layer.work_oid)`,
    size: 'size',
    deleteable: 'deleteable',
    failure: 'failure',
    stateAt: 'state_at',
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = layer.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('layer'),
    /** Of the reader's department or one below. */
    own: ({ caller }: Asked) => inScope('layer.group_oid', caller),
  },
  filters: { keyword: keyword('layer.name', 'layer.attribution') },
  sort: {
    position: [ascending('layer.position')],
    name: [ascending('layer.name')],
    '-createdAt': [descending('layer.created_at')],
  },
  order: 'position',
});
export type LayerRow = RowOf<typeof layerList>;

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
