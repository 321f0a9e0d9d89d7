import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../http/endpoint.ts';
import type { DbOrTrx } from '../runtime.ts';

export type Scope = Pick<Caller, 'groupOID' | 'groupRoot'>;

/** The caller's own department and those below, as a sub-select in brackets: `group_oid in ${…}`. */
export const visibleDepartments = (caller: Scope): RawBuilder<string> =>
  sql<string>`(select oid from department
    where path @> array[${caller.groupOID}::uuid] and group_root = ${caller.groupRoot}::uuid)`;

/** One department and those below, as far as the caller may see them: none when it lies outside the scope. */
export const visibleBelow = (caller: Scope, groupOID: string): RawBuilder<string> =>
  sql<string>`(select oid from department
    where path @> array[${caller.groupOID}::uuid, ${groupOID}::uuid] and group_root = ${caller.groupRoot}::uuid)`;

const visible = (caller: Scope, groupOID?: string): RawBuilder<string> =>
  groupOID === undefined ? visibleDepartments(caller) : visibleBelow(caller, groupOID);

/**
 * Condition that a row of a long table is within the caller's scope. The departments are found once for the whole
 * statement and not once a row, which a sub-select after `in` leaves to the planner.
 * @param column such as `route.group_oid`
 * @param groupOID narrows to one department and below
 */
export const inScope = (column: string, caller: Scope, groupOID?: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(array${visible(caller, groupOID)})`;

/** Whether a scope is the whole organisation, found once for the whole statement. */
export const isTopmost = (caller: Scope, groupOID = caller.groupOID): RawBuilder<boolean> =>
  sql<boolean>`(select exists (select from department where oid = ${groupOID}::uuid and oid = ${caller.groupOID}::uuid
    and parent_oid is null and group_root = ${caller.groupRoot}::uuid))`;

/** Condition that a row is of the caller's department, one below, or one above: what those above keep for all of theirs. */
export const inScopeOrAbove = (column: string, caller: Scope): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(array(
    select oid from department
    where group_root = ${caller.groupRoot}::uuid and (path @> array[${caller.groupOID}::uuid]
      or oid = any((select own.path from department own where own.oid = ${caller.groupOID}::uuid)::uuid[]))))`;

/** The departments of a scope by name. */
export async function departmentsInScope(db: DbOrTrx, caller: Scope, groupOID?: string): Promise<string[]> {
  const { rows } = await sql<{ oid: string }>`select oid from ${visible(caller, groupOID)} as seen`.execute(
    db,
  );
  return rows.map(({ oid }) => oid);
}
