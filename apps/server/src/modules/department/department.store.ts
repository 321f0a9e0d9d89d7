import { sql } from 'kysely';
import type { DepartmentType } from '@eyrie/domain';
import {
  arrayColumn,
  defineList,
  reading,
  versionOfRow,
  writing,
  type Reader,
  type RowOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export const departmentList = defineList({
  table: 'department',
  scope: ({ caller }) => sql<boolean>`department.group_root = ${caller.groupRoot}::uuid
    and department.path @> array[${caller.groupOID}::uuid]`,
  deletedAt: 'deleted_at',
  // Nobody who only writes into a department waits for a change of its name or place.
  lock: 'no key update',
  name: 'name',
  columns: {
    oid: 'oid',
    groupRoot: 'group_root',
    parentOID: 'parent_oid',
    name: 'name',
    type: 'type',
    /** The oids from the topmost department down to itself. */
    path: arrayColumn<string>('path'),
    version: versionOfRow('department'),
  },
  filters: {},
  sort: { name: sql`department.name` },
  order: 'name',
});
export const departments = reading(departmentList);
const { insert } = writing(departmentList);

export type PlacedDepartment = RowOf<typeof departmentList>;
export type DepartmentRow = Omit<PlacedDepartment, 'path' | 'version'>;

const columns = ['oid', 'group_root as groupRoot', 'parent_oid as parentOID', 'name', 'type'] as const;

/** Also one that was deleted: records of the past name it. */
export const departmentByOid = (db: DbOrTrx, oid: string): Promise<DepartmentRow | undefined> =>
  db.selectFrom('department').select(columns).where('oid', '=', oid).executeTakeFirst();

/** A department that stands and that the caller sees. */
export const visibleDepartment = (
  db: DbOrTrx,
  caller: Reader['caller'],
  oid: string,
): Promise<PlacedDepartment | undefined> => departments.byOid(db, { caller }, oid);

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
  const { oid, parentOID } = department;
  const above =
    parentOID === null
      ? []
      : (
          await db
            .selectFrom('department')
            .select('path')
            .where('oid', '=', parentOID)
            .executeTakeFirstOrThrow()
        ).path;
  await insert(db, { ...department, path: [...above, oid] });
}

/** Keeps departments from being deleted until the transaction ends. @returns the name of one that already is */
export async function heldButGone(trx: DbOrTrx, oids: readonly string[]): Promise<string | undefined> {
  const held = await trx
    .selectFrom('department')
    .select(['name', 'deleted_at'])
    .where('oid', 'in', [...new Set(oids)])
    .orderBy('oid')
    .forKeyShare()
    .execute();
  return held.find((one) => one.deleted_at !== null)?.name;
}

/** What still goes to the department waits until the transaction ends, and then finds it gone. */
export async function lockDepartment(trx: DbOrTrx, oid: string): Promise<void> {
  await trx.selectFrom('department').select('oid').where('oid', '=', oid).forUpdate().execute();
}

/** Deepest level below a department, it being the first, deleted ones left out. */
export async function depthBelow(db: DbOrTrx, oid: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select max(cardinality(path) - array_position(path, ${oid}::uuid) + 1)::int as depth from department
    where path @> array[${oid}::uuid] and deleted_at is null`.execute(db);
  return rows[0]?.depth ?? 1;
}

/** Paths of a department that hangs elsewhere and of all below it, at once. */
export async function writePathsBelow(trx: DbOrTrx, oid: string, above: readonly string[]): Promise<void> {
  await sql`update department
    set path = ${[...above]}::uuid[] || department.path[array_position(department.path, ${oid}::uuid):]
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
export async function notifySightLost(trx: DbOrTrx, lost: readonly string[]): Promise<void> {
  if (lost.length === 0) return;
  await sql`select pg_notify('sight_lost', ${lost.join(' ')})`.execute(trx);
}

/** The topmost department is called like its organisation as long as nobody named it. Before the organisation changes. */
export async function renameTop(trx: DbOrTrx, groupRoot: string, name: string): Promise<void> {
  await sql`update department set name = ${name} from organisation
    where organisation.oid = ${groupRoot}::uuid and department.group_root = organisation.oid
      and department.parent_oid is null and department.name = organisation.name`.execute(trx);
}
