import { sql } from 'kysely';
import {
  arrayColumn,
  ascending,
  defineList,
  descending,
  keyword,
  versionOfRow,
  usualSort,
} from '../../platform/list/index.ts';
import './map-share.schema.ts';

export const mapShareList = defineList({
  table: 'map_share',
  scope: 'department',
  deletedAt: 'deleted_at',
  name: 'name',
  // A link is no word of a history.
  unrecorded: ['token', 'tokenHash', 'passwordHash'],
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = map_share.group_oid)`,
    name: 'name',
    dockOIDs: arrayColumn<string>('dock_oids'),
    regionOIDs: arrayColumn<string>('region_oids'),
    layerOIDs: arrayColumn<string>('layer_oids'),
    flightOID: 'flight_oid',
    mediaOIDs: arrayColumn<string>('media_oids'),
    mediaAs: 'media_as',
    token: 'token',
    hasPassword: sql<boolean>`map_share.password_hash is not null`,
    expiresAt: 'expires_at',
    opened: 'opened',
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = map_share.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('map_share'),
  },
  detail: { tokenHash: 'token_hash', passwordHash: 'password_hash' },
  filters: { keyword: keyword('map_share.name') },
  sort: {
    ...usualSort('map_share'),
    expiresAt: [ascending('map_share.expires_at')],
    '-expiresAt': [descending('map_share.expires_at')],
  },
  order: '-createdAt',
});
