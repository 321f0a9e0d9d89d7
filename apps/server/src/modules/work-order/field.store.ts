import { flightCalls, limits, type FieldAnswer, type FieldStep, type FieldWork } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A step as it came from the field, and what came of it. */
interface FieldRow extends FieldAnswer {
  memberOID: string;
  key: string;
  orderOID: string;
  step: FieldStep;
  note: string;
  beforeOIDs: readonly string[];
  afterOIDs: readonly string[];
  doneAt: Date;
  receivedAt: Date;
}

/** What came of a step that has come before. */
export const fieldStepSent = (db: DbOrTrx, memberOID: string, key: string) =>
  db
    .selectFrom('order_field_work')
    .select(['order_oid as orderOID', 'step', 'standing', 'by_name as by', 'state'])
    .where('member_oid', '=', memberOID)
    .where('key', '=', key)
    .executeTakeFirst();

export const writeFieldStep = async (trx: DbOrTrx, row: FieldRow): Promise<void> => {
  await trx
    .insertInto('order_field_work')
    .values({
      member_oid: row.memberOID,
      key: row.key,
      order_oid: row.orderOID,
      step: row.step,
      note: row.note,
      before_oids: [...row.beforeOIDs],
      after_oids: [...row.afterOIDs],
      standing: row.standing,
      by_name: row.by,
      state: row.state,
      done_at: row.doneAt,
      received_at: row.receivedAt,
    })
    .execute();
};

const shown = (oids: readonly string[]) =>
  oids.map((mediaOID) => ({ mediaOID, url: flightCalls.preview.path.replace('{id}', mediaOID) }));

/** What people brought from the field for an order, the first first. */
export const fieldWorkOf = async (db: DbOrTrx, orderOID: string): Promise<FieldWork[]> => {
  const rows = await db
    .selectFrom('order_field_work as work')
    .innerJoin('member', 'member.oid', 'work.member_oid')
    .select([
      'member.name as by',
      'work.note',
      'work.before_oids as before',
      'work.after_oids as after',
      'work.standing',
      'work.done_at as doneAt',
      'work.received_at as receivedAt',
    ])
    .where('work.order_oid', '=', orderOID)
    .where('work.step', '=', 'complete')
    .orderBy('work.received_at')
    .orderBy('work.key')
    .limit(limits.workOrder.fieldMost)
    .execute();
  return rows.map(({ before, after, doneAt, receivedAt, ...row }) => ({
    ...row,
    before: shown(before),
    after: shown(after),
    doneAt: doneAt.getTime(),
    receivedAt: receivedAt.getTime(),
  }));
};
