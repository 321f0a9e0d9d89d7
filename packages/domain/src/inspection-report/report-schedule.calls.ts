import { z } from 'zod';
import { call } from '../call.ts';
import { addOf, editOf, recordOf } from '../fields.ts';
import { listCalls } from '../list-calls.ts';
import { listOf, oid, optionalText, pageShape, recordVersion, sentInstant } from '../shape.ts';
import { limits } from './inspection-report.room.ts';
import { reportScheduleFields } from './report-schedule.fields.ts';
import { sendingStates } from './report-schedule.ts';

const readers = ['/InspectionMonth'] as const;
const writers = ['inspection-report:edit'] as const;
const path = '/nebula-five/aiMonthReport/schedule';

/** When the report of the month before is sent, and to whom. */
export const reportSchedule = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  ...recordOf(reportScheduleFields),
  recipientOIDs: z.array(oid),
  recipients: z.array(z.string()),
  enabled: z.boolean(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type ReportSchedule = z.output<typeof reportSchedule>;

/** The report of one month as it was sent, or why it was not yet. */
export const reportSending = z.object({
  oid,
  scheduleOID: oid,
  scheduleName: z.string(),
  month: z.string(),
  dueAt: sentInstant,
  state: z.enum(sendingStates),
  /** Why it waits or failed: a refusal. */
  reason: z.string().nullable(),
  sentAt: sentInstant.nullable(),
  /** It was sent, or still waits, later than it should. */
  late: z.boolean(),
  /** Nothing happened in the month; null: it is not counted yet. */
  empty: z.boolean().nullable(),
  reportOID: oid.nullable(),
  /** Who was notified. */
  recipients: z.array(z.string()),
  /** Who was not: gone, or may not see the report. */
  missed: z.array(z.string()),
});
export type ReportSending = z.output<typeof reportSending>;

const { recipientsMost } = limits.inspectionReport;
const recipientOIDs = z.array(oid).min(1).max(recipientsMost);

const person = z.object({ oid, name: z.string(), groupName: z.string() });

export const reportScheduleCalls = {
  ...listCalls({
    path,
    word: 'reportSchedule',
    many: 'Schedules by which monthly reports are sent',
    one: 'a schedule by which monthly reports are sent',
    readers,
    writers,
    record: reportSchedule,
    filters: { keyword: optionalText(64).optional(), sort: z.enum(['name', '-createdAt']).optional() },
    add: { ...addOf(reportScheduleFields), recipientOIDs, groupOID: oid.optional() },
    edit: {
      ...editOf(reportScheduleFields),
      recipientOIDs: recipientOIDs.optional(),
      enabled: z.boolean().optional(),
    },
  }),
  recipients: call({
    method: 'POST',
    path: `${path}/recipients.rest`,
    effect: 'reads',
    summary:
      'People of the own department and below who may read monthly reports, by name; `oids`: who is chosen already, named whatever is searched for',
    permission: writers,
    request: z.object({
      keyword: optionalText(64).optional(),
      oids: z.array(oid).min(1).max(recipientsMost).optional(),
    }),
    response: z.object({
      list: z.array(person),
      /** Those of `oids` whom the caller sees. */
      chosen: z.array(person),
      /** There are more than one answer holds. */
      more: z.boolean(),
    }),
  }),
  sendings: call({
    method: 'POST',
    path: `${path}/sendings.rest`,
    effect: 'reads',
    summary: 'Monthly reports that were sent or are to be sent, the last ones first',
    permission: readers,
    request: z.object({ ...pageShape, state: z.enum(sendingStates).optional() }),
    response: listOf(reportSending),
  }),
};
