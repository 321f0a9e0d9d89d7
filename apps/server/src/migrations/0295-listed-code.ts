import { sql, type Kysely } from 'kysely';

/** The release before does not know it. */
export const additive = true;

/** Codes for rooms that offer or name them: they read them here, and go on where the room of the code table is taken away. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create view listed_code as
    select code.group_root, of_code.key as list, code.code, code.names, code.enabled
    from dictionary_code code join dictionary_group of_code on of_code.oid = code.dictionary_group_oid`.execute(
    db,
  );
};
