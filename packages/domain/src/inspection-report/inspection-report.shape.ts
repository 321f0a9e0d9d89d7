import { z } from 'zod';
import { measured } from '../statistics/statistics.calls.ts';
import { wallDate } from '../task/schedule.ts';
import { oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { orderStates } from '../work-order/work-order.ts';
import { coverageFigures } from './coverage.ts';
import {
  fileStates,
  missingKinds,
  reportFormats,
  reportStates,
  reportTexts,
  type ReportText,
} from './inspection-report.ts';
import { limits } from './inspection-report.room.ts';

/** What people write. Marks that turn the direction of what follows would make it read otherwise than it stands. */
export const writtenText = optionalText(limits.inspectionReport.textMost).regex(
  /^[^\u202a-\u202e\u2066-\u2069]*$/,
);

export const textFields = Object.fromEntries(reportTexts.map((name) => [name, z.string()])) as Record<
  ReportText,
  z.ZodString
>;
const count = z.number().int();
const figure = z.number().nullable();

export const reportRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  month: z.string(),
  state: z.enum(reportStates),
  /** Where its writers are. */
  step: count,
  ...textFields,
  /** When its figures were last kept; null: never. */
  figuresAt: sentInstant.nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: sentInstant.nullable(),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type ReportRecord = z.output<typeof reportRecord>;

const findingCounts = { confirmed: count, falseAlarm: count, unaudited: count };
const compared = z.object(findingCounts);

export const flightFigures = z.object({
  measures: z.array(measured),
  /** By how they ended. */
  outcomes: z.array(z.object({ part: z.string(), value: z.number() })),
});
export const findingFigures = z.object({
  total: compared,
  previous: compared,
  yearBefore: compared,
  classes: z.array(z.object({ class: z.string(), ...findingCounts })),
  runs: z.array(z.object({ oid, name: z.string(), ...findingCounts })),
  /** All runs that are not named. */
  rest: compared,
});
const sentNames = z.object({ zh: z.string(), en: z.string(), ar: z.string() });
export const falseAlarmFigures = z.object({
  total: count,
  reasons: z.array(
    z.object({
      class: z.string(),
      /** A code of the table `falseAlarmReason`, or a text of before there was one. */
      reason: z.string(),
      /** What the code was called when it was counted. */
      names: sentNames.nullable().optional(),
      count,
    }),
  ),
  /** All that are not listed. */
  rest: count,
});
const orderCounts = z.object({ total: count, done: count, ignored: count, open: count });
export const orderFigures = z.object({
  total: orderCounts,
  previous: orderCounts,
  yearBefore: orderCounts,
  states: z.array(z.object({ state: z.enum(orderStates), count })),
  /** Of those that are done: from their beginning, ms; null: none is. */
  meanTime: figure,
  list: z.array(z.object({ oid, name: z.string(), class: z.string(), state: z.enum(orderStates) })),
  /** All that are not listed. */
  rest: count,
});

/** Everything that a report counts. */
export const reportFigures = z.object({
  from: wallDate,
  to: wallDate,
  timeZone: z.string(),
  flights: flightFigures,
  findings: findingFigures,
  falseAlarms: falseAlarmFigures,
  orders: orderFigures,
  /** Missing: counted before it was compared. */
  coverage: coverageFigures.optional(),
});
export type ReportFigures = z.output<typeof reportFigures>;

export const missingThing = z.object({
  kind: z.enum(missingKinds),
  count,
  /** The report is not made as long as it stands. */
  blocks: z.boolean(),
  /** The first of them: runs of detectors, or work orders. */
  first: z.array(z.object({ oid, name: z.string() })),
});
export type MissingThing = z.output<typeof missingThing>;

export const reportFile = z.object({
  oid,
  format: z.enum(reportFormats),
  language: z.enum(['zh-CN', 'en', 'ar']),
  state: z.enum(fileStates),
  /** Percent. */
  progress: count,
  /** Why it could not be made: a refusal. */
  reason: z.string().nullable(),
  size: count.nullable(),
  sha256: z.string().nullable(),
  /** Whether it says what the report says now. */
  current: z.boolean(),
  createdAt: sentInstant,
});
export type ReportFile = z.output<typeof reportFile>;

export const figureChange = z.object({ figure: z.string(), from: figure, to: figure });
