import { sql } from 'kysely';
import { limits, routeTemplateFields, type RouteTemplate, type RoutePlan } from '@eyrie/domain';
import {
  column,
  defineList,
  equals,
  keyword,
  reading,
  storedColumns,
  versionOfRow,
  usualSort,
  type RowOf,
} from '../../platform/list/index.ts';

export const routeTemplateList = defineList({
  table: 'route_template',
  scope: 'department',
  deletedAt: 'deleted_at',
  archive: { restoreWithin: limits.list.restoreWithin },
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = route_template.group_oid)`,
    ...storedColumns(routeTemplateFields),
    type: column<RouteTemplate['type']>('type'),
    placed: 'placed',
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = route_template.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('route_template'),
  },
  detail: { plan: column<RoutePlan>('plan') },
  filters: { keyword: keyword('route_template.name'), type: equals('route_template.type') },
  sort: usualSort('route_template'),
  order: '-createdAt',
});

export const routeTemplates = reading(routeTemplateList);
export type StoredRouteTemplate = RowOf<typeof routeTemplateList>;
