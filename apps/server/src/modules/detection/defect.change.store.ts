import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface NewChange {
  oid: string;
  groupRoot: string;
  groupOID: string;
  kind: 'merge' | 'split';
  memberOID: string;
  at: Date;
  marks: readonly { oid: string; before: string | null; after: string | null }[];
}
export const writeChange = async (trx: DbOrTrx, { marks, ...change }: NewChange): Promise<void> => {
  await trx
    .insertInto('defect_change')
    .values({
      oid: change.oid,
      group_root: change.groupRoot,
      group_oid: change.groupOID,
      kind: change.kind,
      member_oid: change.memberOID,
      at: change.at,
      outcome_oids: marks.map(({ oid }) => oid),
      hands_before: marks.map(({ before }) => before),
      hands_after: marks.map(({ after }) => after),
    })
    .execute();
};

/** The last of what people merged or split at a defect that stands. */
export const lastChange = async (db: DbOrTrx, groupOID: string, defectOID: string) =>
  db
    .selectFrom('defect_change')
    .innerJoin('member', 'member.oid', 'defect_change.member_oid')
    .selectAll('defect_change')
    .select('member.name as by')
    .where('defect_change.group_oid', '=', groupOID)
    .where('undone_at', 'is', null)
    .where(
      sql<boolean>`outcome_oids && array(select outcome_oid from defect_sighting where defect_oid = ${defectOID}::uuid)`,
    )
    .orderBy('at', 'desc')
    .orderBy('defect_change.oid', 'desc')
    .executeTakeFirst();

export const changeUndone = async (trx: DbOrTrx, oid: string, at: Date): Promise<void> => {
  await trx.updateTable('defect_change').set({ undone_at: at }).where('oid', '=', oid).execute();
};
