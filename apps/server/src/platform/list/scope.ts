import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../http/endpoint.ts';

export type Scope = Pick<Caller, 'groupOID' | 'groupRoot'>;

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
