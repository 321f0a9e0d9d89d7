import { z } from 'zod';
import { call } from '../call.ts';
import { listCalls } from '../list-calls.ts';
import { byOid, listOf, mark, oid, optionalText, pageShape, recordVersion, text } from '../shape.ts';
import { defectCalls } from './calls-of-defects.ts';
import { sampleCalls } from './calls-of-samples.ts';
import { qualityCalls } from './calls-of-quality.ts';
import { detectorTaskCalls } from './calls-of-tasks.ts';
import { auditStates, detectionStates, verdicts } from './detection.ts';
import { limits } from './detection.room.ts';
import {
  boxField,
  classField,
  detectionRecord,
  outcomeRecord,
  pictureField,
  pictureLock,
  postedOutcome,
  reviewPicture,
  sourceField,
} from './detection.shape.ts';

const readers = [
  '/AIReportShowCheck',
  '/AITestingShowExamine',
  '/AITestingShowCheck',
  '/AITestingShowReport',
] as const;
const bound = limits.detection;

const filters = {
  keyword: optionalText(64).optional(),
  flightOID: oid.optional(),
  audit: z.enum(auditStates).optional(),
  sort: z.enum(['-createdAt', 'createdAt', 'name']).optional(),
};

type Group = 'ai' | 'ainew' | 'aixn';
const pathOf = (group: Group): string => `/nebula-five/${group}`;

const searchCalls = (group: Group) => {
  const path = pathOf(group);
  return {
    queryTask: call({
      method: 'POST',
      path: `${path}/queryTask.rest`,
      effect: 'reads',
      summary: 'Runs of detectors of the own department and below, with how much of each is audited',
      permission: readers,
      request: z.object({ ...pageShape, ...filters }),
      response: listOf(detectionRecord),
    }),
    queryOutcome: call({
      method: 'POST',
      path: `${path}/queryOutcome.rest`,
      effect: 'reads',
      summary: 'Boxes that detectors found or people drew',
      permission: readers,
      request: z.object({
        ...pageShape,
        detectionOID: oid.optional(),
        mediaOID: oid.optional(),
        class: classField.optional(),
        verdict: z.enum([...verdicts, 'none']).optional(),
        /** Those that lie beyond the range of their flight for certain, or all others. */
        beyond: z.boolean().optional(),
      }),
      response: listOf(outcomeRecord),
    }),
  };
};

const checkCalls = (group: Group) => {
  const path = pathOf(group);
  return {
    auditOutcome: call({
      method: 'POST',
      path: `${path}/auditOutcome.rest`,
      effect: 'changes',
      audit: 'detection.audit',
      refuses: [
        'boxRequired',
        'boxOutside',
        'otherTextRequired',
        'reasonRequired',
        'detectorBox',
        'outcomeChanged',
        'outcomeOrdered',
        'pictureUnknown',
        'pictureLocked',
      ],
      summary:
        'Judge a box, and correct it; without `oid` a box that a person drew, known again by its `sourceId`: drawn anew it corrects the one that is stored. `version`: the one that was seen, else the later verdict is refused; a false alarm takes a `reason` of the code table `falseAlarmReason`',
      permission: ['detection:audit'],
      request: z.object({
        oid: oid.optional(),
        detectionOID: oid,
        mediaOID: oid.optional(),
        sourceId: mark(8, 64).optional(),
        picture: pictureField.optional(),
        verdict: z.enum(verdicts),
        box: boxField.optional(),
        class: classField.optional(),
        otherText: optionalText(200).optional(),
        reason: optionalText(200).optional(),
        version: recordVersion.optional(),
      }),
      response: outcomeRecord,
    }),
  };
};

const viewCalls = (group: Group) => {
  const path = pathOf(group);
  return {
    toView: call({
      method: 'POST',
      path: `${path}/toView.rest`,
      effect: 'reads',
      refuses: ['pictureUnknown'],
      summary:
        'What the review of a run shows: its pictures in the order in which they were taken, and the boxes of one of them; without `mediaOID` of the first that is not audited',
      permission: readers,
      request: z.object({ oid, mediaOID: oid.optional() }),
      response: z.object({
        detection: detectionRecord,
        pictures: z.array(reviewPicture),
        /** There are more pictures than one answer holds. */
        more: z.boolean(),
        mediaOID: oid.nullable(),
        outcomes: z.array(outcomeRecord),
      }),
    }),
    toPreview: call({
      method: 'POST',
      path: `${path}/toPreview.rest`,
      effect: 'reads',
      summary: 'What the report of a run would say: how many of each class, and on which pictures',
      permission: readers,
      request: byOid,
      response: z.object({
        detection: detectionRecord,
        classes: z.array(
          z.object({
            class: z.string(),
            confirmed: z.number().int(),
            falseAlarm: z.number().int(),
            unaudited: z.number().int(),
          }),
        ),
        pictures: z.array(reviewPicture),
      }),
    }),
    report: call({
      method: 'POST',
      path: `${path}/report.rest`,
      effect: 'reads',
      audit: 'detection.report',
      summary: 'The outcomes of a run with their verdicts, as a table',
      permission: readers,
      bytes: 'text/csv; charset=utf-8',
      request: byOid,
      response: z.unknown(),
    }),
  };
};

/** The calls that the groups `ai`, `ainew` and `aixn` have alike, over one store. */
const findingCalls = (group: Group) => ({
  ...searchCalls(group),
  ...checkCalls(group),
  ...viewCalls(group),
});

const ai = findingCalls('ai');
const ainew = findingCalls('ainew');
const aixn = findingCalls('aixn');
const message = optionalText(300).optional();

export const detectionCalls = {
  ...listCalls({
    path: '/nebula-five/aixn',
    word: 'detection',
    many: 'Runs of detectors',
    one: 'one run of a detector',
    readers,
    writers: ['detection:submit'],
    filters,
    record: detectionRecord,
    add: {
      name: text(64),
      model: text(64),
      modelVersion: text(64),
      sourceId: sourceField,
      flightOID: oid.optional(),
    },
    edit: { name: text(64).optional(), state: z.enum(detectionStates).optional(), message },
    removalRefuses: ['detectionAudited'],
  }),
  submit: call({
    method: 'POST',
    path: '/nebula-five/aixn/submitOutcomes.rest',
    effect: 'changes',
    tokens: 'open',
    audit: 'detection.submit',
    refuses: ['boxOutside', 'pictureUnknown'],
    summary:
      'Outcomes of a run, all or none. One that is known by picture, model, version and source id is left as it is, however often it comes',
    permission: ['detection:submit'],
    request: z.object({
      oid,
      outcomes: z.array(postedOutcome).min(1).max(bound.outcomesAtOnce),
    }),
    response: z.object({
      added: z.number().int(),
      known: z.number().int(),
      /** Source ids of known ones that came with another box or class: the first stands. */
      differing: z.array(z.string()),
    }),
  }),
  lockPicture: call({
    method: 'POST',
    path: '/nebula-five/aixn/lockPicture.rest',
    effect: 'changes',
    audit: { none: 'every ten seconds, by a review that is open' },
    refuses: ['pictureUnknown'],
    summary:
      'Keep a picture of a run for the caller for 30 s, unless somebody else has it; answers who has it',
    permission: ['detection:audit'],
    request: z.object({ detectionOID: oid, mediaOID: oid }),
    response: pictureLock,
  }),
  undoOutcome: call({
    method: 'POST',
    path: '/nebula-five/aixn/undoOutcome.rest',
    effect: 'changes',
    audit: 'detection.undo',
    refuses: ['outcomeChanged', 'outcomeOrdered', 'nothingToUndo', 'pictureLocked'],
    summary:
      'Take back the last verdict on a box, which the caller gave; refused once somebody else judged it, or it has an order',
    permission: ['detection:audit'],
    request: z.object({ oid, detectionOID: oid, version: recordVersion }),
    response: outcomeRecord,
  }),
  unlockPicture: call({
    method: 'POST',
    path: '/nebula-five/aixn/unlockPicture.rest',
    effect: 'changes',
    audit: { none: 'a review moved on to the next picture' },
    summary: 'Free a picture that the caller has',
    permission: ['detection:audit'],
    request: z.object({ detectionOID: oid, mediaOID: oid }),
    response: z.object({}),
  }),
  reviewPicture: call({
    method: 'POST',
    path: '/nebula-five/aixn/reviewPicture.rest',
    effect: 'changes',
    audit: { none: 'who has reviewed a picture is kept with the picture' },
    refuses: ['pictureUnknown'],
    summary:
      'Keep that the caller has reviewed a picture of a run; a verdict on one of its boxes keeps it as well',
    permission: ['detection:audit'],
    request: z.object({ detectionOID: oid, mediaOID: oid }),
    response: z.object({}),
  }),
  ...defectCalls('/nebula-five/aixn', [...readers, '/AlarmWorksheet', '/WarnWorkDetails']),
  ...sampleCalls('/nebula-five/aixn', readers),
  ...detectorTaskCalls('/nebula-five/aixn', readers),
  ...qualityCalls('/nebula-five/aixn', readers),
  queryTask: ai.queryTask,
  queryOutcome: ai.queryOutcome,
  auditOutcome: ai.auditOutcome,
  toView: ai.toView,
  toPreview: ai.toPreview,
  report: ai.report,
  newerQueryTask: ainew.queryTask,
  newerQueryOutcome: ainew.queryOutcome,
  newerAuditOutcome: ainew.auditOutcome,
  newerToView: ainew.toView,
  newerToPreview: ainew.toPreview,
  newerReport: ainew.report,
  outerQueryTask: aixn.queryTask,
  outerQueryOutcome: aixn.queryOutcome,
  outerAuditOutcome: aixn.auditOutcome,
  outerToView: aixn.toView,
  outerToPreview: aixn.toPreview,
  outerReport: aixn.report,
};
