import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface DepartmentRow {
  oid: string;
  groupRoot: string;
  parentOID: string | null;
  name: string;
  type: 'department' | 'leaderCockpit' | 'userCockpit';
}

type Scope = Pick<Caller, 'groupOID' | 'groupRoot'>;

/** The caller's own department and those below, as a sub-select in brackets: `group_oid in ${…}`. */
export const visibleDepartments = (caller: Scope): RawBuilder<string> =>
  sql<string>`(select oid from department
    where path @> array[${caller.groupOID}::uuid] and group_root = ${caller.groupRoot}::uuid)`;

/** One department and those below, as far as the caller may see them: none when it lies outside the scope. */
export const visibleBelow = (caller: Scope, groupOID: string): RawBuilder<string> =>
  sql<string>`(select oid from department
    where path @> array[${caller.groupOID}::uuid, ${groupOID}::uuid] and group_root = ${caller.groupRoot}::uuid)`;

/**
 * Condition that a row of a long table is within the caller's scope. The departments are found once for the whole
 * statement and not once a row, which a sub-select after `in` leaves to the planner.
 * @param column such as `route.group_oid`
 * @param groupOID narrows to one department and below
 */
export const inScope = (column: string, caller: Scope, groupOID?: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(array${
    groupOID === undefined ? visibleDepartments(caller) : visibleBelow(caller, groupOID)
  })`;

export const departmentByOid = (db: DbOrTrx, oid: string): Promise<DepartmentRow | undefined> =>
  db
    .selectFrom('department')
    .select(['oid', 'group_root as groupRoot', 'parent_oid as parentOID', 'name', 'type'])
    .where('oid', '=', oid)
    .executeTakeFirst();

export async function rootDepartment(db: DbOrTrx, groupRoot: string): Promise<string> {
  const root = await db
    .selectFrom('department')
    .select('oid')
    .where('group_root', '=', groupRoot)
    .where('parent_oid', 'is', null)
    .executeTakeFirstOrThrow();
  return root.oid;
}

/** True when `oid` is `above` or lies below it, in the same organisation. */
export async function isBelow(db: DbOrTrx, oid: string, above: string): Promise<boolean> {
  const row = await db
    .selectFrom('department')
    .select('oid')
    .where('oid', '=', oid)
    .where(sql<boolean>`path @> array[${above}::uuid]`)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param parentOID null for the root of an organisation, whose oid the caller chooses. */
export async function insertDepartment(
  db: DbOrTrx,
  department: { oid: string; groupRoot: string; parentOID: string | null; name: string },
): Promise<void> {
  const { oid, groupRoot, parentOID, name } = department;
  await sql`
    insert into department (oid, group_root, parent_oid, name, path)
    select ${oid}::uuid, ${groupRoot}::uuid, ${parentOID}::uuid, ${name}::text,
      coalesce((select path from department where oid = ${parentOID}::uuid and group_root = ${groupRoot}::uuid),
        '{}') || ${oid}::uuid`.execute(db);
}
