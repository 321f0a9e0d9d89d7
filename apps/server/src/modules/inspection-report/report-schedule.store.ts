import { limits, reportScheduleFields, type ReportFileState, type SendingState } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  arrayColumn,
  ascending,
  column,
  defineList,
  descending,
  equals,
  inScope,
  keyword,
  reading,
  storedColumns,
  versionOfRow,
  type Scope,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './inspection-report.schema.ts';

export const scheduleList = defineList({
  table: 'report_schedule',
  scope: 'department',
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = report_schedule.group_oid)`,
    ...storedColumns(reportScheduleFields),
    recipientOIDs: arrayColumn<string>('recipient_oids'),
    recipients: sql<string[]>`(select coalesce(array_agg(member.name order by member.name), '{}') from member
      where member.oid = any(report_schedule.recipient_oids) and member.deleted_at is null)`,
    enabled: column<boolean>('enabled'),
    createdByOID: 'created_by',
    createdAt: 'created_at',
    version: versionOfRow('report_schedule'),
  },
  filters: { keyword: keyword('report_schedule.name') },
  sort: {
    name: [ascending('report_schedule.name')],
    '-createdAt': [descending('report_schedule.created_at')],
  },
  order: '-createdAt',
});

export const sendingRows = reading(
  defineList({
    table: 'report_sending',
    scope: 'department',
    name: 'month',
    columns: {
      oid: 'oid',
      scheduleOID: 'schedule_oid',
      scheduleName: sql<string>`(select name from report_schedule
        where report_schedule.oid = report_sending.schedule_oid)`,
      month: 'month',
      dueAt: 'due_at',
      state: column<SendingState>('state'),
      reason: 'reason',
      sentAt: 'sent_at',
      empty: column<boolean | null>('is_empty'),
      reportOID: 'report_oid',
      recipients: arrayColumn<string>('recipients'),
      missed: arrayColumn<string>('missed'),
    },
    filters: { state: equals('report_sending.state') },
    sort: { '-dueAt': [descending('report_sending.due_at')] },
    order: '-dueAt',
  }),
);

/** How many of some people the caller sees. */
export const countSeen = async (db: DbOrTrx, scope: Scope, oids: readonly string[]): Promise<number> => {
  const rows = await db
    .selectFrom('member')
    .select('oid')
    .where('oid', 'in', [...oids])
    .where('deleted_at', 'is', null)
    .where(inScope('member.group_oid', scope))
    .execute();
  return rows.length;
};

/** Schedules in force, with the clocks of their organisations. */
export const schedulesInForce = (db: DbOrTrx) =>
  db
    .selectFrom('report_schedule')
    .innerJoin('organisation', 'organisation.oid', 'report_schedule.group_root')
    .select([
      'report_schedule.oid',
      'report_schedule.group_root as groupRoot',
      'report_schedule.group_oid as groupOID',
      'report_schedule.day',
      'report_schedule.hour',
      'report_schedule.created_at as createdAt',
      'organisation.time_zone as timeZone',
    ])
    .where('report_schedule.enabled', '=', true)
    .orderBy('report_schedule.oid')
    .execute();

/** A month is begun once, whichever server comes first. */
export const beginSending = async (
  db: DbOrTrx,
  sending: {
    oid: string;
    groupRoot: string;
    groupOID: string;
    scheduleOID: string;
    month: string;
    dueAt: Date;
  },
): Promise<void> => {
  await db
    .insertInto('report_sending')
    .values({
      oid: sending.oid,
      group_root: sending.groupRoot,
      group_oid: sending.groupOID,
      schedule_oid: sending.scheduleOID,
      month: sending.month,
      due_at: sending.dueAt,
    })
    .onConflict((conflict) => conflict.columns(['schedule_oid', 'month']).doNothing())
    .execute();
};

/** What is still to be sent, the one that was looked at longest ago first. */
export const openSendings = async (db: DbOrTrx): Promise<string[]> => {
  const rows = await db
    .selectFrom('report_sending')
    .select('oid')
    .where('state', 'in', ['waiting', 'making'])
    .orderBy('tried_at', (by) => by.asc().nullsFirst())
    .orderBy('due_at')
    .orderBy('oid')
    .limit(limits.inspectionReport.sendingsAtOnce)
    .execute();
  return rows.map(({ oid }) => oid);
};

/** Also where what was tried has failed. */
export const recordTried = async (db: DbOrTrx, oid: string, at: Date): Promise<void> => {
  await db.updateTable('report_sending').set({ tried_at: at }).where('oid', '=', oid).execute();
};

export interface HeldSending {
  oid: string;
  groupRoot: string;
  groupOID: string;
  month: string;
  dueAt: Date;
  state: SendingState;
  delayedAt: Date | null;
  reportOID: string | null;
  fileOID: string | null;
  fileState: ReportFileState | null;
  fileReason: string | null;
  scheduleName: string;
  format: 'docx' | 'pdf' | 'html';
  language: 'zh-CN' | 'en' | 'ar';
  recipientOIDs: string[];
  memberOID: string;
  timeZone: string;
}

/** One that is still to be sent, which no other server has until the transaction ends. */
export const holdSending = async (trx: DbOrTrx, oid: string): Promise<HeldSending | undefined> => {
  const { rows } = await sql<HeldSending>`
    select sending.oid, sending.group_root as "groupRoot", sending.group_oid as "groupOID", sending.month,
      sending.due_at as "dueAt", sending.state, sending.delayed_at as "delayedAt", sending.report_oid as "reportOID",
      sending.file_oid as "fileOID", file.state as "fileState", file.reason as "fileReason",
      schedule.name as "scheduleName", schedule.format, schedule.language, schedule.recipient_oids as "recipientOIDs",
      schedule.created_by as "memberOID", organisation.time_zone as "timeZone"
    from report_sending sending join report_schedule schedule on schedule.oid = sending.schedule_oid
      join organisation on organisation.oid = sending.group_root
      left join inspection_report_file file on file.oid = sending.file_oid
    where sending.oid = ${oid}::uuid and sending.state in ('waiting', 'making')
    for update of sending skip locked`.execute(trx);
  return rows[0];
};

export const changeSending = async (
  trx: DbOrTrx,
  oid: string,
  values: {
    state?: SendingState;
    reason?: string | null;
    reportOID?: string;
    fileOID?: string | null;
    isEmpty?: boolean;
    delayedAt?: Date;
    sentAt?: Date;
    recipients?: string[];
    missed?: string[];
  },
): Promise<void> => {
  const { state, reason, reportOID, fileOID, isEmpty, delayedAt, sentAt, recipients, missed } = values;
  await trx
    .updateTable('report_sending')
    .set({
      state,
      reason,
      report_oid: reportOID,
      file_oid: fileOID,
      is_empty: isEmpty,
      delayed_at: delayedAt,
      sent_at: sentAt,
      recipients,
      missed,
    })
    .where('oid', '=', oid)
    .execute();
};

/** The report of a department and month; the first who asks makes it. */
export const reportOfMonth = async (
  trx: DbOrTrx,
  report: {
    oid: string;
    groupRoot: string;
    groupOID: string;
    name: string;
    month: string;
    memberOID: string;
    at: Date;
  },
): Promise<string> => {
  const { oid, groupRoot, groupOID, name, month, memberOID, at } = report;
  await trx
    .insertInto('inspection_report')
    .values({
      oid,
      group_root: groupRoot,
      group_oid: groupOID,
      name,
      month,
      created_by: memberOID,
      created_at: at,
      figures: null,
    })
    .onConflict((conflict) => conflict.columns(['group_oid', 'month']).doNothing())
    .execute();
  const found = await trx
    .selectFrom('inspection_report')
    .select('oid')
    .where('group_oid', '=', groupOID)
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  return found.oid;
};

export const namesOf = async (db: DbOrTrx, oids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('member')
    .select(['oid', 'name'])
    .where('oid', 'in', [...oids])
    .execute();
  return new Map(rows.map(({ oid, name }) => [oid, name]));
};
