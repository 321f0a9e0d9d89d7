import { sql, type RawBuilder } from 'kysely';
import { limits, type NamedKind } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { AuditScope } from './audit-query.store.ts';

export interface NamedRow {
  oid: string;
  kind: NamedKind;
  name: string;
  /** Of a first role that nobody renamed. */
  firstKey: string | null;
}

/** Kinds whose rows stay when they are deleted, each in a table of its own name. */
const kept = ['department', 'member', 'dock', 'drone', 'route', 'task'] as const satisfies NamedKind[];

/**
 * Things by their oids, as far as whoever reads the log may know of them, deleted ones too.
 * @param oids in small letters; those of others, of other things and of nothing are not answered
 */
export async function namedThings(
  db: DbOrTrx,
  { groupRoot, groupOID }: AuditScope,
  oids: readonly string[],
): Promise<NamedRow[]> {
  // Sent once and not with every table.
  const asked = sql`any((select oids from asked)::uuid[])`;
  // A refused request names whatever its sender made up: a row of the own department may speak of things of another.
  const below = sql`select oid from department where path @> array[${groupOID}::uuid]`;
  const within = (table: string): RawBuilder<unknown> => {
    if (groupOID === null) return sql`true`;
    if (table === 'department') return sql`department.oid in (${below})`;
    const above =
      table === 'role' ? sql`union select unnest(path) from department where oid = ${groupOID}` : sql``;
    return sql`${sql.ref(`${table}.group_oid`)} in (${below} ${above})`;
  };
  const own = (table: string): RawBuilder<unknown> =>
    sql`${sql.ref(`${table}.oid`)} = ${asked} and ${sql.ref(`${table}.group_root`)} = ${groupRoot}::uuid
      and ${within(table)}`;
  const simple = kept.map(
    (kind) =>
      sql`select oid, ${sql.lit(kind)} as kind, name, null as "firstKey" from ${sql.table(kind)} where ${own(kind)}`,
  );
  const { rows } = await sql<NamedRow>`
    with asked as (select ${oids}::uuid[] as oids)
    ${sql.join(simple, sql` union all `)}
    union all
    select oid, 'organisation', name, null from organisation where oid = ${groupRoot}::uuid and oid = ${asked}
    union all
    select oid, 'role', name, case when renamed then null else first_key end from role where ${own('role')}
    union all
    select flight.oid, 'flight', coalesce(task.name, dock.name), null from flight
      join dock on dock.oid = flight.dock_oid left join task on task.oid = flight.task_oid
    where ${own('flight')}
    union all
    -- A role leaves no row of its own behind, only that of the action.
    select (gone.detail ->> 'oid')::uuid, 'role', gone.detail ->> 'name', null
    from (select detail from audit_log
      where group_root = ${groupRoot}::uuid and action collate "C" = 'role.delete' and outcome = 'done'
      order by at desc, chain_seq desc limit ${limits.audit.namedDeletions}) as gone
    where gone.detail ->> 'oid' in (select unnest(oids)::text from asked)
      and gone.detail ->> 'name' is not null and ${groupOID}::uuid is null`.execute(db);
  return rows;
}
