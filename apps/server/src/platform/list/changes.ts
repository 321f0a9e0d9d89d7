import { isDeepStrictEqual } from 'node:util';
import { limits, type RecordChange } from '@eyrie/domain';
import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { DbOrTrx } from '../runtime.ts';
import { visibleDepartments, type Scope } from './scope.ts';

type FieldChange = RecordChange['changes'][number];

/** Fields that differ between a row as it was and what is written. */
export const differences = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] =>
  Object.entries(after).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const to = value instanceof Date ? value.getTime() : value;
    return isDeepStrictEqual(before[field], to) ? [] : [{ field, from: before[field] ?? null, to }];
  });

/** The number of changes of a record so far. Ask while the record is locked. */
export async function versionOf(db: DbOrTrx, oid: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0)::int as version from record_change
    where record_oid = ${oid}::uuid`.execute(db);
  return rows[0]?.version ?? 0;
}

/**
 * Changes of a record after a version, the last one first.
 * @param field only changes of this one; missing: of any
 */
export async function changesAfter(
  db: DbOrTrx,
  oid: string,
  version = 0,
  field?: string,
): Promise<RecordChange[]> {
  const only =
    field === undefined ? sql`` : sql`and record_change.changes @> ${JSON.stringify([{ field }])}::jsonb`;
  const { rows } = await sql<{
    version: number;
    at: Date;
    memberOID: string;
    name: string | null;
    changes: FieldChange[];
  }>`select record_change.version, record_change.at, record_change.member_oid as "memberOID", member.name,
      record_change.changes
    from record_change left join member on member.oid = record_change.member_oid
    where record_change.record_oid = ${oid}::uuid and record_change.version > ${version} ${only}
    order by record_change.version desc limit ${limits.list.historyMost}`.execute(db);
  return rows.map(({ version: number, at, memberOID, name, changes }) => ({
    version: number,
    at: at.getTime(),
    by: { oid: memberOID, name: name ?? '' },
    changes,
  }));
}

/** The field in which every record names its department. */
const departmentField = 'groupOID';

/** Changes with the departments by their names, as far as the reader sees them. */
export async function withDepartments(
  db: DbOrTrx,
  caller: Scope,
  changes: readonly RecordChange[],
): Promise<RecordChange[]> {
  const moves = changes.flatMap((one) => one.changes.filter(({ field }) => field === departmentField));
  if (moves.length === 0) return [...changes];
  const oids = [...new Set(moves.flatMap(({ from, to }) => [from, to]))].filter((oid) => oid !== null);
  const { rows } = await sql<{ oid: string; name: string }>`select oid, name from department
    where oid = any(${oids}::uuid[]) and oid in ${visibleDepartments(caller)}`.execute(db);
  const names = new Map<unknown, string>(rows.map(({ oid, name }) => [oid, name]));
  const nameOf = (oid: unknown): string | null => names.get(oid) ?? null;
  return changes.map((one) => ({
    ...one,
    changes: one.changes.map((each) =>
      each.field === departmentField
        ? { ...each, called: { from: nameOf(each.from), to: nameOf(each.to) } }
        : each,
    ),
  }));
}

/**
 * Stops who writes over a change that they have not seen. Ask while the record is locked.
 * @param read the version that was read
 * @throws Refusal `conflict` with who changed what since then in `data`
 */
export async function requireVersion(db: DbOrTrx, oid: string, read: number): Promise<void> {
  const version = await versionOf(db, oid);
  if (version === read) return;
  const since = await changesAfter(db, oid, Math.min(read, version));
  throw new Refusal('conflict', { data: { version, changes: since } });
}

/**
 * The same for one field of a record that several people write at once, each another field: who wrote elsewhere stops nobody.
 * @param read the version of the record at which the field was read
 * @throws Refusal `conflict` with who changed this field since then in `data`
 */
export async function requireFieldVersion(
  db: DbOrTrx,
  oid: string,
  field: string,
  read: number,
): Promise<void> {
  const version = await versionOf(db, oid);
  const changes = await changesAfter(db, oid, Math.min(read, version), field);
  // Of a version that there is not yet nobody can have read anything.
  if (changes.length > 0 || read > version) throw new Refusal('conflict', { data: { version, changes } });
}

/** Writes what changed of records, in the transaction of the change and while they are locked. */
export async function recordChanges(
  trx: DbOrTrx,
  by: { table: string; groupRoot: string; memberOID: string; at: Date },
  records: readonly { oid: string; changes: readonly FieldChange[] }[],
): Promise<void> {
  const changed = records.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return;
  await sql`insert into record_change (record_oid, version, kind, group_root, member_oid, at, changes)
    select changed.oid,
      (select coalesce(max(version), 0) + 1 from record_change where record_oid = changed.oid),
      ${by.table}, ${by.groupRoot}::uuid, ${by.memberOID}::uuid, ${by.at}::timestamptz, changed.changes
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (oid uuid, changes jsonb)`.execute(
    trx,
  );
}
