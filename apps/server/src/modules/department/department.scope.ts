import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';

/** Departments a member sees: the own one and everything below, inside the own organisation. */
export const visibleDepartments = (caller: { groupRoot: string; groupOID: string }): RawBuilder<string> =>
  sql<string>`(select oid from department where group_root = ${caller.groupRoot}::uuid and path @> array[${caller.groupOID}::uuid])`;

/** The same for one department that the caller asked for; it must itself be visible. */
export const visibleBelow = (caller: Caller, groupOID: string): RawBuilder<string> =>
  sql<string>`(select oid from department where group_root = ${caller.groupRoot}::uuid and path @> array[${caller.groupOID}::uuid, ${groupOID}::uuid])`;
