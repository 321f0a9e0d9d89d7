import type { DefectOrdered } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  ascending,
  defineList,
  descending,
  keyword,
  reading,
  type Condition,
} from '../../platform/list/index.ts';

const orders = sql`from work_order made join defect_sighting sighting on sighting.outcome_oid = made.outcome_oid
  join work_order on work_order.oid = coalesce(case when made.state = 'ignored' then made.merged_into end, made.oid)
  where sighting.defect_oid = defect.oid`;
const openOrders = sql`${orders} and work_order.state not in ('done', 'ignored')`;
const byOrder: Readonly<Record<DefectOrdered, Condition>> = {
  none: sql<boolean>`not exists (select ${orders})`,
  open: sql<boolean>`exists (select ${openOrders})`,
  closed: sql<boolean>`(exists (select ${orders}) and not exists (select ${openOrders}))`,
};

/** Defects that somebody can still see: what was merged away or judged otherwise has no sightings. */
export const defectRows = reading(
  defineList({
    table: 'defect',
    scope: 'department',
    name: 'class',
    only: sql<boolean>`exists (select from defect_sighting where defect_sighting.defect_oid = defect.oid)`,
    columns: {
      oid: 'oid',
      groupOID: 'group_oid',
      groupRoot: 'group_root',
      groupName: sql<string>`(select name from department where department.oid = defect.group_oid)`,
      class: 'class',
      lng: 'lng',
      lat: 'lat',
      radius: 'radius',
      firstAt: 'first_at',
      lastAt: 'last_at',
      total: 'sightings',
      orderOID: sql<string | null>`(select work_order.oid ${openOrders}
        order by work_order.created_at desc, work_order.oid limit 1)`,
      orders: sql<number>`(select count(distinct work_order.oid)::int ${orders})`,
    },
    filters: {
      keyword: keyword('defect.class'),
      ordered: (value: DefectOrdered): Condition => byOrder[value],
      again: (wanted: boolean): Condition | null => (wanted ? sql<boolean>`defect.sightings > 1` : null),
    },
    sort: {
      class: [ascending('defect.class')],
      '-lastAt': [descending('defect.last_at')],
      lastAt: [ascending('defect.last_at')],
      '-total': [descending('defect.sightings')],
    },
    order: '-lastAt',
  }),
);
