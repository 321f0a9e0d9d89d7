import { z } from 'zod';
import { addOf, editOf, recordOf } from '../fields.ts';
import { listCalls, tableCalls } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { workDayFields, workDayKinds } from './work-day.fields.ts';

export const workDayRecord = z.object({
  oid,
  groupRoot: oid,
  ...recordOf(workDayFields),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type WorkDayRecord = z.output<typeof workDayRecord>;

const listed = {
  path: '/nebula-five/workDay',
  word: 'workDay',
  many: 'Holidays and make-up workdays',
  one: 'a day of the calendar',
  readers: ['/TaskManagerNew', '/FlyArrange'],
  writers: ['task:days'],
  refuses: ['workDayTaken', 'workDaysFull'],
  filters: {
    keyword: optionalText(64).optional(),
    kind: z.enum(workDayKinds).optional(),
    sort: z.enum(['day', '-day']).optional(),
  },
} as const;

/** The calendar of an organisation, by which its repeated tasks leave days out or add some. */
export const workDayCalls = {
  ...listCalls({
    ...listed,
    record: workDayRecord,
    add: addOf(workDayFields),
    edit: editOf(workDayFields),
  }),
  ...tableCalls(listed),
};
