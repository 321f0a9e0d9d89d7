import type { DeviceKind, UpkeepProgramme } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  ascending,
  column,
  defineList,
  descending,
  equals,
  keyword,
  versionOfRow,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export const maintenanceProgrammeList = defineList({
  table: 'maintenance_programme',
  scope: 'organisation',
  deletedAt: 'deleted_at',
  name: 'name',
  columns: {
    oid: 'oid',
    groupRoot: 'group_root',
    name: 'name',
    kind: column<DeviceKind>('kind'),
    model: 'model',
    warnPercent: 'warn_percent',
    days: 'days',
    flights: 'flights',
    hours: 'hours',
    kilometres: 'kilometres',
    cycles: 'cycles',
    totalCycles: 'total_cycles',
    storedDays: 'stored_days',
    temperature: 'temperature',
    remark: 'remark',
    createdAt: 'created_at',
    version: versionOfRow('maintenance_programme'),
  },
  filters: {
    keyword: keyword('maintenance_programme.name', 'maintenance_programme.model'),
    kind: equals('maintenance_programme.kind'),
  },
  sort: {
    name: [ascending('maintenance_programme.name')],
    createdAt: [ascending('maintenance_programme.created_at')],
    '-createdAt': [descending('maintenance_programme.created_at')],
  },
  order: '-createdAt',
});

/** The programmes of organisations for one kind of device, by organisation. */
export async function programmesFor(
  db: DbOrTrx,
  kind: DeviceKind,
  groupRoots?: readonly string[],
): Promise<ReadonlyMap<string, UpkeepProgramme[]>> {
  const { rows } = await sql<UpkeepProgramme & { groupRoot: string }>`
    select group_root as "groupRoot", name, kind, model, warn_percent as "warnPercent", days, flights, hours,
      kilometres, cycles, total_cycles as "totalCycles", stored_days as "storedDays", temperature
    from maintenance_programme
    where deleted_at is null and kind = ${kind}
      ${groupRoots ? sql`and group_root = any(${[...groupRoots]}::uuid[])` : sql``}
    order by group_root, created_at, oid`.execute(db);
  return Map.groupBy(rows, ({ groupRoot }) => groupRoot);
}
