import { sql } from 'kysely';
import type { DepartmentMatch, DepartmentRecord, DepartmentType } from '@eyrie/domain';
import { versionOfRow, visibleDepartments, type Scope } from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A record without `allowed`. */
export type StoredDepartment = Omit<DepartmentRecord, 'allowed'>;

/**
 * Departments with what lies in them and below. Members and docks are counted in one pass over those below
 * `above`, each for the one of the wanted departments that stands on its way.
 * @param condition which departments, by the alias `one`
 * @param above the department below which all of them stand
 */
const counted = async (
  db: DbOrTrx,
  condition: ReturnType<typeof sql>,
  above: string,
): Promise<StoredDepartment[]> => {
  const { rows } = await sql<StoredDepartment>`
    with one as materialized (
      select oid, parent_oid, name, type, cardinality(path) as level from department one
      where ${condition} and deleted_at is null
    ), below as materialized (
      select oid, path from department where path @> array[${above}::uuid]
    ), people as (
      select one.oid, count(*)::int as count from one
      join below on below.path[one.level] = one.oid
      join member on member.group_oid = below.oid and member.deleted_at is null and not member.service
      group by one.oid
    ), docks as (
      select one.oid, count(*)::int as count from one
      join below on below.path[one.level] = one.oid
      join dock on dock.group_oid = below.oid and dock.deleted_at is null and dock.kind = 'dock'
      group by one.oid
    )
    select one.oid, one.parent_oid as "parentOID", one.name, one.type,
      exists (select 1 from department child where child.parent_oid = one.oid and child.deleted_at is null)
        as "hasChildren",
      coalesce(people.count, 0) as "memberCount", coalesce(docks.count, 0) as "dockCount",
      ${versionOfRow('one')} as version
    from one left join people on people.oid = one.oid left join docks on docks.oid = one.oid
    order by one.name, one.oid`.execute(db);
  return rows;
};

export const departmentsIn = (db: DbOrTrx, parentOID: string): Promise<StoredDepartment[]> =>
  counted(db, sql`one.parent_oid = ${parentOID}::uuid`, parentOID);

export const countedDepartment = async (db: DbOrTrx, oid: string): Promise<StoredDepartment | undefined> =>
  (await counted(db, sql`one.oid = ${oid}::uuid`, oid))[0];

export interface TreeNode {
  oid: string;
  parentOID: string | null;
  name: string;
  type: DepartmentType;
}

/** A department and all below it, parents before children, at most `most`. */
export async function wholeTree(db: DbOrTrx, oid: string, most: number): Promise<TreeNode[]> {
  const { rows } = await sql<TreeNode>`
    select oid, parent_oid as "parentOID", name, type from department
    where path @> array[${oid}::uuid] and deleted_at is null
    order by cardinality(path), name, oid limit ${most}`.execute(db);
  return rows;
}

/** Members of a department and all below it, at most `most`. */
export async function membersOfTree(
  db: DbOrTrx,
  oid: string,
  most: number,
): Promise<{ oid: string; parentOID: string; name: string }[]> {
  const { rows } = await sql<{ oid: string; parentOID: string; name: string }>`
    select member.oid, member.group_oid as "parentOID", member.name from member
    where member.deleted_at is null and not member.service
      and member.group_oid = any(array(select oid from department where path @> array[${oid}::uuid]))
    order by member.name, member.oid limit ${most}`.execute(db);
  return rows;
}

/** Departments by a part of their name, with the way to each from the caller's own department down. */
export async function matchingDepartments(
  db: DbOrTrx,
  caller: Scope,
  keyword: string,
  most: number,
): Promise<{ list: DepartmentMatch[]; total: number }> {
  const { rows } = await sql<DepartmentMatch & { total: number }>`
    with found as (
      select oid, parent_oid, name, type, path, count(*) over ()::int as total from department
      where oid in ${visibleDepartments(caller)} and deleted_at is null
        and ${holdsWord('name', keyword)}
      order by length(name), name, oid limit ${most}
    )
    select found.oid, found.parent_oid as "parentOID", found.name, found.type, found.total,
      (select jsonb_agg(jsonb_build_object('oid', step.oid, 'name', step.name) order by way.at)
        from unnest(found.path[array_position(found.path, ${caller.groupOID}::uuid):])
          with ordinality as way (oid, at)
        join department step on step.oid = way.oid) as path
    from found order by length(found.name), found.name, found.oid`.execute(db);
  return {
    list: rows.map(({ oid, parentOID, name, type, path }) => ({ oid, parentOID, name, type, path })),
    total: rows[0]?.total ?? 0,
  };
}

/** The way to a department from the caller's own one down. */
export async function wayTo(
  db: DbOrTrx,
  caller: Scope,
  path: readonly string[],
): Promise<{ oid: string; name: string }[]> {
  const way = path.slice(path.indexOf(caller.groupOID));
  const rows = await db.selectFrom('department').select(['oid', 'name']).where('oid', 'in', way).execute();
  const names = new Map(rows.map((row) => [row.oid, row.name]));
  return way.map((oid) => ({ oid, name: names.get(oid) ?? '' }));
}

export interface NamedPlace {
  oid: string;
  path: string[];
  /** Names on the way, from the caller's own department down. */
  names: string[];
}

/** Every department that the caller sees, with the names on the way to it. */
export async function placedDepartments(db: DbOrTrx, caller: Scope): Promise<NamedPlace[]> {
  const { rows } = await sql<{ oid: string; name: string; path: string[] }>`
    select oid, name, path from department
    where oid in ${visibleDepartments(caller)} and deleted_at is null`.execute(db);
  const names = new Map(rows.map((row) => [row.oid, row.name]));
  return rows.map(({ oid, path }) => ({
    oid,
    path,
    names: path.slice(path.indexOf(caller.groupOID)).map((step) => names.get(step) ?? ''),
  }));
}
