import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { byOid, listOf, oid, optionalText, pageShape, sentInstant } from '../shape.ts';
import { verdicts } from './detection.ts';
import { limits } from './detection.room.ts';
import { boxField, pictureField } from './detection.shape.ts';

const figure = z.number().nullable();
/** Where something lies on the ground, and metres around that; null: its photos do not say. */
const place = { lng: figure, lat: figure, radius: figure };

/** The same thing as a photo showed it. */
export const sightingRecord = z.object({
  outcomeOID: oid,
  detectionOID: oid,
  mediaOID: oid,
  name: z.string(),
  url: z.string(),
  seenAt: sentInstant,
  class: z.string(),
  verdict: z.enum(verdicts).nullable(),
  box: boxField,
  picture: pictureField,
  ...place,
  /** A person said to which defect it belongs. */
  byHand: z.boolean(),
});
export type SightingRecord = z.output<typeof sightingRecord>;

const otherDefect = z.object({
  oid,
  class: z.string(),
  sightings: z.number().int(),
  lastAt: sentInstant,
  /** From the defect that was asked for. */
  metres: z.number(),
});

/** One thing with everything that was seen of it. */
export const defectDetail = z.object({
  oid,
  groupOID: oid,
  groupName: z.string(),
  class: z.string(),
  ...place,
  firstAt: sentInstant,
  lastAt: sentInstant,
  total: z.number().int(),
  /** The last ones first. */
  sightings: z.array(sightingRecord),
  /** Others of its class nearby, the nearest first. */
  nearby: z.array(otherDefect),
  orders: z.array(z.object({ oid, name: z.string(), isOpen: z.boolean() })),
  /** The last of what people merged or split here, which can be taken back. */
  change: z.object({ kind: z.enum(['merge', 'split']), by: z.string(), at: sentInstant }).nullable(),
});
export type DefectDetail = z.output<typeof defectDetail>;

/** How a defect stands with its orders. */
export const defectOrdered = ['none', 'open', 'closed'] as const;
export type DefectOrdered = (typeof defectOrdered)[number];

/** A defect as a list shows it. */
export const defectRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  class: z.string(),
  ...place,
  firstAt: sentInstant,
  lastAt: sentInstant,
  /** Its sightings. */
  total: z.number().int(),
  /** The open order of it; null: none. */
  orderOID: oid.nullable(),
  orders: z.number().int(),
});
export type DefectRecord = z.output<typeof defectRecord>;

const changed = {
  method: 'POST',
  effect: 'changes',
  permission: ['detection:audit'],
  response: defectDetail,
} as const;

/** Defects: what was seen of one thing. */
export const defectCalls = (path: string, readers: CallPermission) => ({
  queryDefect: call({
    method: 'POST',
    path: `${path}/queryDefect.rest`,
    effect: 'reads',
    summary: 'Defects of the own department and below, the one that was seen last first',
    permission: readers,
    request: z.object({
      ...pageShape,
      keyword: optionalText(64).optional(),
      ordered: z.enum(defectOrdered).optional(),
      /** Only those that were seen more than once. */
      again: z.boolean().optional(),
      sort: z.enum(['class', '-lastAt', 'lastAt', '-total']).optional(),
    }),
    response: listOf(defectRecord),
  }),
  defectByOID: call({
    method: 'POST',
    path: `${path}/defectByOID.rest`,
    effect: 'reads',
    summary:
      'A defect with its sightings, others of its class nearby, and its orders; null: there is none, or none any more, as after its last finding was judged otherwise',
    permission: readers,
    request: byOid,
    response: z.object({ defect: defectDetail.nullable() }),
  }),
  earlierSightings: call({
    method: 'POST',
    path: `${path}/earlierSightings.rest`,
    effect: 'reads',
    summary:
      'What was confirmed at the place of a finding on earlier photos, the last one first, and the defect of the finding; `oid`: of the finding',
    permission: readers,
    request: byOid,
    response: z.object({ ...place, defectOID: oid.nullable(), earlier: z.array(sightingRecord) }),
  }),
  mergeDefects: call({
    ...changed,
    path: `${path}/mergeDefects.rest`,
    audit: 'detection.mergeDefects',
    refuses: ['defectsDiffer'],
    summary: 'Say that two defects of one class and department are the same thing',
    request: z.object({ oid, otherOID: oid }),
  }),
  splitDefect: call({
    ...changed,
    path: `${path}/splitDefect.rest`,
    audit: 'detection.splitDefect',
    refuses: ['splitSome'],
    summary: 'Say that some findings of a defect are another thing than the others; answers what is left',
    request: z.object({ oid, outcomeOIDs: z.array(oid).min(1).max(limits.detection.sightingsMost) }),
  }),
  undoDefect: call({
    ...changed,
    path: `${path}/undoDefect.rest`,
    audit: 'detection.undoDefect',
    refuses: ['defectChanged'],
    summary: 'Take back the last that people merged or split at a defect',
    request: byOid,
  }),
});
