import { sql } from 'kysely';
import type { LayerRecord } from '@eyrie/domain';
import {
  ascending,
  column,
  defineList,
  descending,
  inScope,
  inScopeOrAbove,
  keyword,
  versionOfRow,
  type Asked,
  type RowOf,
} from '../../platform/list/index.ts';
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
