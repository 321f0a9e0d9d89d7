import { sql } from 'kysely';
import type { DepartmentContent, InTheWay } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

const device = (kind: string): { table: string; column: string; still: string } => ({
  table: 'device',
  column: 'group_oid',
  still: `kind = '${kind}' and deleted_at is null`,
});

/** Table and condition of each kind of thing that lies in a department. */
const kinds: Readonly<Record<DepartmentContent, { table: string; column: string; still: string }>> = {
  member: { table: 'member', column: 'group_oid', still: 'deleted_at is null' },
  dock: { table: 'dock', column: 'group_oid', still: "kind = 'dock' and deleted_at is null" },
  drone: { table: 'drone', column: 'group_oid', still: 'deleted_at is null' },
  battery: device('battery'),
  gimbal: device('gimbal'),
  remoteController: device('remoteController'),
  robot: device('robot'),
  department: { table: 'department', column: 'parent_oid', still: 'deleted_at is null' },
  role: { table: 'role', column: 'group_oid', still: 'true' },
  route: { table: 'route', column: 'group_oid', still: 'deleted_at is null' },
  task: { table: 'task', column: 'group_oid', still: 'deleted_at is null' },
};

/** What lies in a department itself and keeps it from being deleted, the first `most` of each kind by name. */
export async function contentsOf(db: DbOrTrx, oid: string, most: number): Promise<InTheWay> {
  const found: InTheWay = [];
  for (const [kind, { table, column, still }] of Object.entries(kinds)) {
    const { rows } = await sql<{ oid: string; name: string; count: number }>`
      select oid, name, count(*) over ()::int as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${oid}::uuid and ${sql.raw(still)}
      order by name, oid limit ${most}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      found.push({
        kind: kind as DepartmentContent,
        count,
        list: rows.map(({ oid: thing, name }) => ({ oid: thing, name })),
      });
  }
  return found;
}

interface Mass {
  departments: number;
  members: number;
  docks: number;
}

/** How much lies in a department and below it. */
export async function massBelow(db: DbOrTrx, oid: string): Promise<Mass> {
  const { rows } = await sql<Mass>`
    with below as materialized (
      select oid, deleted_at from department where path @> array[${oid}::uuid]
    )
    select (select count(*)::int from below where deleted_at is null) as departments,
      (select count(*)::int from member where deleted_at is null and not service
        and group_oid = any(array(select oid from below))) as members,
      (select count(*)::int from dock where deleted_at is null and kind = 'dock'
        and group_oid = any(array(select oid from below))) as docks`.execute(db);
  return rows[0] ?? { departments: 0, members: 0, docks: 0 };
}

export interface NamedPeople {
  count: number;
  list: { oid: string; name: string; groupName: string }[];
}

/** People right in any of these departments, the first `most` by name. */
export async function peopleIn(db: DbOrTrx, oids: readonly string[], most: number): Promise<NamedPeople> {
  if (oids.length === 0) return { count: 0, list: [] };
  const { rows } = await sql<{ oid: string; name: string; groupName: string; count: number }>`
    select member.oid, member.name, department.name as "groupName", count(*) over ()::int as count
    from member join department on department.oid = member.group_oid
    where member.group_oid = any(${[...oids]}::uuid[]) and member.deleted_at is null and not member.service
      and (member.valid_until is null or member.valid_until > now())
    order by member.name, member.oid limit ${most}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    list: rows.map(({ oid, name, groupName }) => ({ oid, name, groupName })),
  };
}

/** Members in a department and below who hold one of these rights. */
export async function anyHolds(db: DbOrTrx, oid: string, rights: readonly string[]): Promise<boolean> {
  if (rights.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from role_resource
      join member_role on member_role.role_oid = role_resource.role_oid
      join member on member.oid = member_role.member_oid and member.deleted_at is null
      join department on department.oid = member.group_oid
      where role_resource.resource = any(${[...rights]}::text[])
        and department.path @> array[${oid}::uuid]) as found`.execute(db);
  return rows[0]?.found ?? false;
}
