import { sql } from 'kysely';
import { defineList, keyword, reading } from '../../platform/list/index.ts';

/** Every organisation of the instance, with how much it holds. */
export const organisations = reading(
  defineList({
    table: 'organisation',
    scope: () => sql<boolean>`true`,
    name: 'name',
    columns: {
      oid: 'oid',
      name: 'name',
      first: 'first',
      createdAt: 'created_at',
      memberCount: sql<number>`(select count(*)::int from member where member.group_root = organisation.oid
        and member.deleted_at is null)`,
      dockCount: sql<number>`(select count(*)::int from dock where dock.group_root = organisation.oid
        and dock.deleted_at is null and dock.kind = 'dock')`,
    },
    filters: { keyword: keyword('organisation.name') },
    sort: { createdAt: sql`organisation.created_at` },
    order: 'createdAt',
  }),
);
