import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Codes of the code table `aiType` that an organisation offers. */
export const offeredAiTypes = async (db: DbOrTrx, groupRoot: string): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`select code from listed_code
    where group_root = ${groupRoot}::uuid and list = 'aiType' and enabled order by code`.execute(db);
  return rows.map(({ code }) => code);
};
