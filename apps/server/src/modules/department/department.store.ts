import { sql } from 'kysely';
import type { DepartmentType } from '@eyrie/domain';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface DepartmentRow {
  oid: string;
  groupRoot: string;
  parentOID: string | null;
  name: string;
  type: DepartmentType;
}
/** With the oids from the topmost department down to itself. */
export interface PlacedDepartment extends DepartmentRow {
  path: string[];
}

const columns = ['oid', 'group_root as groupRoot', 'parent_oid as parentOID', 'name', 'type'] as const;

/** Also one that was deleted: records of the past name it. */
export const departmentByOid = (db: DbOrTrx, oid: string): Promise<DepartmentRow | undefined> =>
  db.selectFrom('department').select(columns).where('oid', '=', oid).executeTakeFirst();

/** A department that stands and that the caller sees. */
export const visibleDepartment = (
  db: DbOrTrx,
  caller: Scope,
  oid: string,
): Promise<PlacedDepartment | undefined> =>
  db
    .selectFrom('department')
    .select([...columns, 'path'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('group_root', '=', caller.groupRoot)
    .where(sql<boolean>`path @> array[${caller.groupOID}::uuid]`)
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

/** True when `oid` stands, and is `above` or lies below it, in the same organisation. */
export async function isBelow(db: DbOrTrx, oid: string, above: string): Promise<boolean> {
  const row = await db
    .selectFrom('department')
    .select('oid')
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`path @> array[${above}::uuid]`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Changes of one organisation's tree wait for each other until the transaction ends: each of them reads paths that
 * another one may be rewriting. A lock of its own, so that nobody who only writes into a department waits.
 */
export async function lockTree(trx: DbOrTrx, groupRoot: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('department'), hashtext(${groupRoot}))`.execute(trx);
}

export async function countDepartments(db: DbOrTrx, groupRoot: string): Promise<number> {
  const row = await db
    .selectFrom('department')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_root', '=', groupRoot)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** @param parentOID null for the root of an organisation, whose oid the caller chooses. */
export async function insertDepartment(
  db: DbOrTrx,
  department: {
    oid: string;
    groupRoot: string;
    parentOID: string | null;
    name: string;
    type?: DepartmentType;
  },
): Promise<void> {
  const { oid, groupRoot, parentOID, name, type = 'department' } = department;
  await sql`
    insert into department (oid, group_root, parent_oid, name, type, path)
    select ${oid}::uuid, ${groupRoot}::uuid, ${parentOID}::uuid, ${name}::text, ${type}::text,
      coalesce((select path from department where oid = ${parentOID}::uuid and group_root = ${groupRoot}::uuid),
        '{}') || ${oid}::uuid`.execute(db);
}

export async function updateDepartment(
  trx: DbOrTrx,
  oid: string,
  change: { name?: string; type?: DepartmentType },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await trx.updateTable('department').set(change).where('oid', '=', oid).execute();
}

/** What still goes to the department waits until the transaction ends, and then finds it gone. */
export async function lockDepartment(trx: DbOrTrx, oid: string): Promise<void> {
  await trx.selectFrom('department').select('oid').where('oid', '=', oid).forUpdate().execute();
}

export async function markDepartmentDeleted(trx: DbOrTrx, oid: string, at: Date): Promise<void> {
  await trx.updateTable('department').set({ deleted_at: at }).where('oid', '=', oid).execute();
}

/** Deepest level below a department, it being the first, deleted ones left out. */
export async function depthBelow(db: DbOrTrx, oid: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select max(cardinality(path) - array_position(path, ${oid}::uuid) + 1)::int as depth from department
    where path @> array[${oid}::uuid] and deleted_at is null`.execute(db);
  return rows[0]?.depth ?? 1;
}

/** Hangs a department with all below it under another one. Paths of all of them are rewritten at once. */
export async function moveDepartment(trx: DbOrTrx, oid: string, parentOID: string): Promise<void> {
  await sql`
    update department set
      path = (select parent.path from department parent where parent.oid = ${parentOID}::uuid)
        || department.path[array_position(department.path, ${oid}::uuid):],
      parent_oid = case when oid = ${oid}::uuid then ${parentOID}::uuid else parent_oid end
    where path @> array[${oid}::uuid]`.execute(trx);
}

/** Tells everyone who keeps docks in memory that those below a department stand elsewhere. */
export async function notifyDocksMoved(trx: DbOrTrx, oid: string): Promise<void> {
  await sql`
    select pg_notify('dock_changed', dock.oid::text) from dock
    join department on department.oid = dock.group_oid
    where department.path @> array[${oid}::uuid] and dock.deleted_at is null`.execute(trx);
}

/** Tells every process that these departments do not see any more all that they saw. */
export async function notifySightLost(trx: DbOrTrx, departments: readonly string[]): Promise<void> {
  if (departments.length === 0) return;
  await sql`select pg_notify('sight_lost', ${departments.join(' ')})`.execute(trx);
}

/** The topmost department is called like its organisation as long as nobody named it. Before the organisation changes. */
export async function renameTop(trx: DbOrTrx, groupRoot: string, name: string): Promise<void> {
  await sql`update department set name = ${name} from organisation
    where organisation.oid = ${groupRoot}::uuid and department.group_root = organisation.oid
      and department.parent_oid is null and department.name = organisation.name`.execute(trx);
}
