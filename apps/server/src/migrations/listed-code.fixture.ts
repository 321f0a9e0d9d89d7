import { sql } from 'kysely';
import type { DbOrTrx } from '../platform/runtime.ts';

export interface CodeOfTest {
  code: string;
  names?: { zh: string; en: string; ar: string };
  enabled?: boolean;
}

/** A list of codes of the organisation of a member, for rooms that read it. */
export async function addListedCodes(
  db: DbOrTrx,
  account: string,
  list: string,
  codes: readonly CodeOfTest[],
): Promise<void> {
  await sql`insert into dictionary_group (oid, group_root, key, names)
    select gen_random_uuid(), group_root, ${list}, '{}' from member where account = ${account}
    on conflict do nothing`.execute(db);
  for (const { code, names = { zh: '', en: '', ar: '' }, enabled = true } of codes)
    await sql`insert into dictionary_code (oid, group_root, dictionary_group_oid, code, names, position, enabled)
      select gen_random_uuid(), member.group_root, dictionary_group.oid, ${code}, ${JSON.stringify(names)}::jsonb, 1, ${enabled}
      from member inner join dictionary_group on dictionary_group.group_root = member.group_root
      where member.account = ${account} and dictionary_group.key = ${list}`.execute(db);
}

/** Takes a code out of the lists of all organisations. */
export const removeListedCode = async (db: DbOrTrx, code: string): Promise<void> =>
  void (await sql`delete from dictionary_code where code = ${code}`.execute(db));

/** Offers these of some codes, and the others no more. */
export async function offerListedCodes(
  db: DbOrTrx,
  among: readonly string[],
  offered: readonly string[],
): Promise<void> {
  await sql`update dictionary_code set enabled = (code = any(${[...offered]}::text[]))
    where code = any(${[...among]}::text[])`.execute(db);
}
