import { sql } from 'kysely';
import { nameLanguageOf } from '@eyrie/domain';
import {
  defineList,
  keywordBy,
  reading,
  versionOfRow,
  writing,
  type Asked,
  type RowOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export const groupList = defineList({
  table: 'dictionary_group',
  scope: 'organisation',
  name: 'group',
  columns: {
    oid: 'oid',
    groupRoot: 'group_root',
    group: 'key',
    names: 'names',
    remark: 'remark',
    createdAt: 'created_at',
    count: sql<number>`(select count(*)::int from dictionary_code
      where dictionary_code.dictionary_group_oid = dictionary_group.oid)`,
  },
  filters: {
    group: (value: string) => sql<boolean>`lower(dictionary_group.key) = lower(${value})`,
  },
  sort: { createdAt: sql`dictionary_group.created_at, dictionary_group.key` },
  order: 'createdAt',
});
export type StoredGroup = RowOf<typeof groupList>;

/** Names are ordered as they are shown: in the language of the reader, or the one it falls back to. */
const shownName = ({ language }: Asked) => sql<string>`coalesce(
  nullif(dictionary_code.names ->> ${nameLanguageOf(language ?? 'zh')}, ''), nullif(dictionary_code.names ->> 'zh', ''),
  nullif(dictionary_code.names ->> 'en', ''), dictionary_code.names ->> 'ar')`;

export const codeList = defineList({
  table: 'dictionary_code',
  scope: 'organisation',
  name: 'code',
  joins: sql`join dictionary_group on dictionary_group.oid = dictionary_code.dictionary_group_oid`,
  columns: {
    oid: 'oid',
    groupRoot: 'group_root',
    dictionaryGroupOID: 'dictionary_group_oid',
    group: sql<string>`dictionary_group.key`,
    groupNames: sql<StoredGroup['names']>`dictionary_group.names`,
    code: 'code',
    names: 'names',
    position: 'position',
    enabled: 'enabled',
    remark: 'remark',
    createdAt: 'created_at',
    version: versionOfRow('dictionary_code'),
  },
  filters: {
    group: (value: string) => sql<boolean>`lower(dictionary_group.key) = lower(${value})`,
    enabled: (value: boolean) => sql<boolean>`dictionary_code.enabled = ${value}`,
    keyword: keywordBy(
      (value) => sql<boolean>`strpos(lower(concat_ws(chr(10), dictionary_code.code,
        dictionary_code.names ->> 'zh', dictionary_code.names ->> 'en', dictionary_code.names ->> 'ar')),
        lower(${value})) > 0`,
    ),
  },
  sort: {
    position: sql`dictionary_group.created_at, dictionary_group.key, dictionary_code.position`,
    code: sql`lower(dictionary_code.code)`,
    '-code': sql`lower(dictionary_code.code) desc`,
    name: (asked: Asked) => shownName(asked),
    '-name': (asked: Asked) => sql`${shownName(asked)} desc`,
  },
  order: 'position',
});
export type StoredCode = RowOf<typeof codeList>;

export const groups = reading(groupList);
export const codes = reading(codeList);
export const insertGroup = writing(groupList).insert;
export const insertCodes = writing(codeList).insert;

/** Position of the last code of a group; 0 when there is none. */
export async function lastPosition(trx: DbOrTrx, groupOID: string): Promise<number> {
  const last = await trx
    .selectFrom('dictionary_code')
    .select(sql<number>`coalesce(max(position), 0)::int`.as('position'))
    .where('dictionary_group_oid', '=', groupOID)
    .executeTakeFirstOrThrow();
  return last.position;
}

export async function deleteCodesOf(trx: DbOrTrx, groupOIDs: readonly string[]): Promise<void> {
  await trx.deleteFrom('dictionary_code').where('dictionary_group_oid', 'in', groupOIDs).execute();
}
