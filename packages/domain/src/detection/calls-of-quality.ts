import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { monthField, oid, text } from '../shape.ts';
import { tableBytes, tableFormat } from '../table.ts';
import { limits } from './detection.room.ts';
import { trainingFormats } from './training-set.ts';

const count = z.number().int();
const share = z.number().nullable();

const ofMonths = {
  /** First month, in the organisation's zone: a box counts in the month in which its run began. */
  from: monthField,
  months: z.number().int().min(1).max(limits.detection.qualityMonths),
  /** Missing: the caller's own and those below. */
  groupOID: oid.optional(),
  model: text(64).optional(),
  modelVersion: text(64).optional(),
};

/** Boxes by what became of them, and what follows; shares are 0 to 1, and null where there is nothing to divide by. */
const figures = {
  /** Confirmed, false alarms, corrected, by a rule or a sample alone and unjudged together. */
  found: count,
  confirmed: count,
  falseAlarms: count,
  /** Confirmed by a person as another class. */
  corrected: count,
  byRule: count,
  unjudged: count,
  /** Drawn by people. */
  added: count,
  /** Found, but called another class. */
  otherwise: count,
  reviewed: count,
  precision: share,
  recall: share,
  meanConfidence: share,
  /** Seconds that people spent on false alarms; null: nobody knows how long one takes. */
  cost: z.number().nullable(),
};

const qualityRow = z.object({
  month: z.string(),
  model: z.string(),
  modelVersion: z.string(),
  class: z.string(),
  ...figures,
  /** By the confidences of the reviewed boxes, in whole percent. */
  threshold: z.object({ confidence: z.number(), f1: z.number() }).nullable(),
  /** Against the three months before; null where either side has fewer than `enough`. */
  drift: z.object({ precision: share, meanConfidence: share }),
});

const qualityAnswer = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  total: z.object(figures),
  /** The newest month first. */
  rows: z.array(qualityRow),
  /** Classes of months that are in the total and not among the rows. */
  rest: count,
  /** Reviewed or found boxes from which on a share is compared. */
  enough: count,
  /** How long a false alarm takes: the median, in seconds, and of how many; null: too few were timed. */
  pace: z.object({ seconds: z.number(), measured: count }).nullable(),
  /** Why people called boxes false alarms, the most frequent first, in the caller's language; empty: without a reason. */
  reasons: z.array(z.object({ name: z.string(), count })),
});
export type QualityAnswer = z.output<typeof qualityAnswer>;

/** What models are worth by what people say of their findings, and those findings for training. */
export const qualityCalls = (path: string, readers: CallPermission) => ({
  quality: call({
    method: 'POST',
    path: `${path}/quality.rest`,
    effect: 'reads',
    summary:
      'What each class of each version of a model was worth by month: precision, recall, what its false alarms cost, the threshold that would have been best, and how it differs from before',
    permission: readers,
    request: z.object(ofMonths),
    response: qualityAnswer,
  }),
  qualityExport: call({
    method: 'POST',
    path: `${path}/qualityExport.rest`,
    effect: 'reads',
    audit: 'detection.exportQuality',
    summary: 'The same as a table',
    permission: readers,
    bytes: tableBytes,
    request: z.object({ ...ofMonths, format: tableFormat }),
    response: z.unknown(),
  }),
  trainingSet: call({
    method: 'POST',
    path: `${path}/trainingSet.rest`,
    effect: 'reads',
    audit: 'detection.exportBoxes',
    refuses: ['downloadTooLarge', 'trainingSetEmpty', 'trainingSetTooLarge'],
    summary:
      'Reviewed boxes for training as one zip, COCO or YOLO, with the pictures where that is asked for. A picture of a run is in it when people reviewed every box of the run on it; one on which all were false alarms is in it without boxes',
    permission: ['/AchievementDisplay'],
    bytes: 'application/zip',
    request: z.object({
      ...ofMonths,
      format: z.enum(trainingFormats),
      /** With the pictures as they were stored. */
      originals: z.boolean().default(false),
    }),
    response: z.unknown(),
  }),
});
