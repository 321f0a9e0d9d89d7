import { maintenanceProgrammeFields } from '@eyrie/domain';
import type { ProgrammeKind, ReplaceLimits, UpkeepProgramme } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  defineList,
  equals,
  keyword,
  storedColumns,
  versionOfRow,
  usualSort,
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
    ...storedColumns(maintenanceProgrammeFields),
    createdAt: 'created_at',
    version: versionOfRow('maintenance_programme'),
  },
  filters: {
    keyword: keyword('maintenance_programme.name', 'maintenance_programme.model'),
    kind: equals('maintenance_programme.kind'),
  },
  sort: usualSort('maintenance_programme'),
  order: '-createdAt',
});

/** A programme as its devices are judged by it. */
export type StoredProgramme = UpkeepProgramme & ReplaceLimits & { oid: string; groupRoot: string };

/** The programmes of organisations for one kind of device, by organisation. */
export async function programmesFor(
  db: DbOrTrx,
  kind: ProgrammeKind,
  groupRoots?: readonly string[],
): Promise<ReadonlyMap<string, StoredProgramme[]>> {
  const { rows } = await sql<StoredProgramme>`
    select oid, group_root as "groupRoot", name, kind, model, warn_percent as "warnPercent", days, flights, hours,
      kilometres, landings, jobs, running_hours as "runningHours", cycles, total_cycles as "totalCycles",
      stored_days as "storedDays", temperature, replace_cycles as "replaceCycles",
      replace_stored_days as "replaceStoredDays", replace_spread as "replaceSpread"
    from maintenance_programme
    where deleted_at is null and kind = ${kind}
      ${groupRoots ? sql`and group_root = any(${[...groupRoots]}::uuid[])` : sql``}
    order by group_root, created_at, oid`.execute(db);
  return Map.groupBy(rows, ({ groupRoot }) => groupRoot);
}
