import { z } from 'zod';
import { listCalls, tableCalls } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { wallDate } from './schedule.ts';

/** A day without work, or a weekend day that is worked instead of another one. */
export const workDayKinds = ['holiday', 'makeUp'] as const;
export type WorkDayKind = (typeof workDayKinds)[number];

export const workDayRecord = z.object({
  oid,
  groupRoot: oid,
  /** On the clocks of whoever reads it: `2027-10-01`. */
  day: wallDate,
  kind: z.enum(workDayKinds),
  name: z.string(),
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
const name = optionalText(64).optional();

/** The calendar of an organisation, by which its repeated tasks leave days out or add some. */
export const workDayCalls = {
  ...listCalls({
    ...listed,
    record: workDayRecord,
    add: { day: wallDate, kind: z.enum(workDayKinds), name },
    edit: { day: wallDate.optional(), kind: z.enum(workDayKinds).optional(), name },
  }),
  ...tableCalls(listed),
};
