import { sql } from 'kysely';
import type { NameLanguage, Names } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface StoredGroup {
  oid: string;
  group: string;
  names: Names;
  remark: string;
  count: number;
  createdAt: Date;
}
export interface StoredCode {
  oid: string;
  group: string;
  groupNames: Names;
  code: string;
  names: Names;
  position: number;
  enabled: boolean;
  remark: string;
  createdAt: Date;
}
export interface CodeFilter {
  group?: string | undefined;
  keyword?: string | undefined;
  enabled?: boolean | undefined;
}
export interface CodePage {
  pageNum: number;
  pageSize: number;
  sort?: 'position' | 'code' | '-code' | 'name' | '-name' | undefined;
  /** Whose order of names counts. */
  language: NameLanguage;
}
export interface NewCode {
  oid: string;
  code: string;
  names: Names;
  enabled: boolean;
  remark: string;
}

const groupsOf = (db: DbOrTrx, groupRoot: string) =>
  db
    .selectFrom('dictionary_group')
    .where('dictionary_group.group_root', '=', groupRoot)
    .select([
      'dictionary_group.oid',
      'dictionary_group.key as group',
      'dictionary_group.names',
      'dictionary_group.remark',
      'dictionary_group.created_at as createdAt',
      sql<number>`(select count(*)::int from dictionary_code
        where dictionary_code.dictionary_group_oid = dictionary_group.oid)`.as('count'),
    ]);

export const listGroups = (db: DbOrTrx, groupRoot: string): Promise<StoredGroup[]> =>
  groupsOf(db, groupRoot).orderBy('dictionary_group.created_at').orderBy('dictionary_group.key').execute();

export const groupByKey = (db: DbOrTrx, groupRoot: string, key: string): Promise<StoredGroup | undefined> =>
  groupsOf(db, groupRoot)
    .where(sql<boolean>`lower(dictionary_group.key) = lower(${key})`)
    .executeTakeFirst();

export const groupByOid = (db: DbOrTrx, groupRoot: string, oid: string): Promise<StoredGroup | undefined> =>
  groupsOf(db, groupRoot).where('dictionary_group.oid', '=', oid).executeTakeFirst();

/** Whoever adds codes to a group, or deletes it, has it alone until the transaction ends. */
export async function lockGroups(
  trx: DbOrTrx,
  groupRoot: string,
  wanted: { oids: readonly string[] } | { key: string },
): Promise<StoredGroup[]> {
  const locked = await trx
    .selectFrom('dictionary_group')
    .select('oid')
    .where('group_root', '=', groupRoot)
    .where((is) =>
      'oids' in wanted ? is('oid', 'in', wanted.oids) : is(sql`lower(key)`, '=', wanted.key.toLowerCase()),
    )
    .orderBy('oid')
    .forUpdate()
    .execute();
  if (locked.length === 0) return [];
  const oids = locked.map((one) => one.oid);
  return groupsOf(trx, groupRoot).where('dictionary_group.oid', 'in', oids).execute();
}

/** @returns false when the organisation has a group of that key */
export async function insertGroup(
  trx: DbOrTrx,
  groupRoot: string,
  group: { oid: string; group: string; names: Names; remark: string; createdAt?: Date },
): Promise<boolean> {
  const made = await trx
    .insertInto('dictionary_group')
    .values({
      oid: group.oid,
      group_root: groupRoot,
      key: group.group,
      names: JSON.stringify(group.names),
      remark: group.remark,
      ...(group.createdAt ? { created_at: group.createdAt } : {}),
    })
    .onConflict((on) => on.doNothing())
    .returning('oid')
    .executeTakeFirst();
  return made !== undefined;
}

export async function updateGroup(
  trx: DbOrTrx,
  oid: string,
  change: { names: Names; remark: string },
): Promise<void> {
  const names = JSON.stringify(change.names);
  await trx
    .updateTable('dictionary_group')
    .set({ names, remark: change.remark })
    .where('oid', '=', oid)
    .execute();
}

const nameOrder = (language: NameLanguage) => sql<string>`coalesce(
  nullif(dictionary_code.names ->> ${language}, ''), nullif(dictionary_code.names ->> 'zh', ''),
  nullif(dictionary_code.names ->> 'en', ''), dictionary_code.names ->> 'ar')`;

const orderOf = (sort: CodePage['sort'], language: NameLanguage) => {
  const oid = sql`dictionary_code.oid`;
  switch (sort) {
    case 'code':
      return sql`lower(dictionary_code.code), ${oid}`;
    case '-code':
      return sql`lower(dictionary_code.code) desc, ${oid}`;
    case 'name':
      return sql`${nameOrder(language)}, ${oid}`;
    case '-name':
      return sql`${nameOrder(language)} desc, ${oid}`;
    default:
      return sql`dictionary_group.created_at, dictionary_group.key, dictionary_code.position, ${oid}`;
  }
};

const matching = (db: DbOrTrx, groupRoot: string, filter: CodeFilter) =>
  db
    .selectFrom('dictionary_code')
    .innerJoin('dictionary_group', 'dictionary_group.oid', 'dictionary_code.dictionary_group_oid')
    .where('dictionary_code.group_root', '=', groupRoot)
    .$if(filter.group !== undefined, (query) =>
      query.where(sql<boolean>`lower(dictionary_group.key) = lower(${filter.group ?? ''})`),
    )
    .$if(filter.enabled !== undefined, (query) =>
      query.where('dictionary_code.enabled', '=', filter.enabled ?? true),
    )
    .$if(Boolean(filter.keyword), (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(chr(10), dictionary_code.code, dictionary_code.names ->> 'zh',
          dictionary_code.names ->> 'en', dictionary_code.names ->> 'ar')), lower(${filter.keyword ?? ''})) > 0`,
      ),
    );

const codesOf = (db: DbOrTrx, groupRoot: string, filter: CodeFilter) =>
  matching(db, groupRoot, filter).select([
    'dictionary_code.oid',
    'dictionary_group.key as group',
    'dictionary_group.names as groupNames',
    'dictionary_code.code',
    'dictionary_code.names',
    'dictionary_code.position',
    'dictionary_code.enabled',
    'dictionary_code.remark',
    'dictionary_code.created_at as createdAt',
  ]);

export const listCodes = (
  db: DbOrTrx,
  groupRoot: string,
  filter: CodeFilter,
  page: CodePage,
): Promise<StoredCode[]> =>
  codesOf(db, groupRoot, filter)
    .orderBy(orderOf(page.sort, page.language))
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();

export async function countCodes(db: DbOrTrx, groupRoot: string, filter: CodeFilter): Promise<number> {
  const row = await matching(db, groupRoot, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Every code of a group in its order: at most `limits.dictionary.codesMost`. */
export const allCodes = (
  db: DbOrTrx,
  groupRoot: string,
  group: string,
  enabled?: boolean,
): Promise<StoredCode[]> =>
  codesOf(db, groupRoot, { group, enabled })
    .orderBy('dictionary_code.position')
    .orderBy('dictionary_code.oid')
    .execute();

export const codeByOid = (db: DbOrTrx, groupRoot: string, oid: string): Promise<StoredCode | undefined> =>
  codesOf(db, groupRoot, {}).where('dictionary_code.oid', '=', oid).executeTakeFirst();

/** Codes that stay as they are until the transaction ends. */
export async function lockCodes(
  trx: DbOrTrx,
  groupRoot: string,
  oids: readonly string[],
): Promise<StoredCode[]> {
  return codesOf(trx, groupRoot, {})
    .where('dictionary_code.oid', 'in', oids)
    .orderBy('dictionary_code.oid')
    .forUpdate('dictionary_code')
    .execute();
}

/** Adds codes after the last one, or at their own position. */
export async function insertCodes(
  trx: DbOrTrx,
  groupRoot: string,
  groupOID: string,
  codes: readonly (NewCode & { position?: number | undefined })[],
  createdAt?: Date,
): Promise<void> {
  if (codes.length === 0) return;
  const last = await trx
    .selectFrom('dictionary_code')
    .select(sql<number>`coalesce(max(position), 0)::int`.as('position'))
    .where('dictionary_group_oid', '=', groupOID)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('dictionary_code')
    .values(
      codes.map((one, at) => ({
        oid: one.oid,
        group_root: groupRoot,
        dictionary_group_oid: groupOID,
        code: one.code,
        names: JSON.stringify(one.names),
        position: one.position ?? last.position + at + 1,
        enabled: one.enabled,
        remark: one.remark,
        ...(createdAt ? { created_at: createdAt } : {}),
      })),
    )
    .execute();
}

export async function updateCode(
  trx: DbOrTrx,
  oid: string,
  change: Pick<StoredCode, 'code' | 'names' | 'position' | 'enabled' | 'remark'>,
): Promise<void> {
  await trx
    .updateTable('dictionary_code')
    .set({ ...change, names: JSON.stringify(change.names) })
    .where('oid', '=', oid)
    .execute();
}

export async function deleteCodes(trx: DbOrTrx, oids: readonly string[]): Promise<void> {
  await trx.deleteFrom('dictionary_code').where('oid', 'in', oids).execute();
}

export async function deleteGroups(trx: DbOrTrx, oids: readonly string[]): Promise<void> {
  await trx.deleteFrom('dictionary_code').where('dictionary_group_oid', 'in', oids).execute();
  await trx.deleteFrom('dictionary_group').where('oid', 'in', oids).execute();
}
