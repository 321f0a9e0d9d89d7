import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { byOid, listOf, oid, pageShape, sentInstant } from '../shape.ts';
import { verdicts } from './detection.ts';
import { limits } from './detection.room.ts';
import { classField, confidenceField } from './detection.shape.ts';
import { sampleStandings } from './sample.ts';

const bound = limits.detection;
const count = z.number().int();

/** A rule over the findings of one run, and the sample by which it may decide about them. */
export const sampleRecord = z.object({
  oid,
  detectionOID: oid,
  /** Of the run: one version of one model over one flight. */
  detectionName: z.string(),
  model: z.string(),
  modelVersion: z.string(),
  /** What the detector found them as, and with which confidence, both included. */
  class: z.string(),
  least: z.number(),
  most: z.number(),
  /** Findings that fitted when it was drawn, that nobody had judged and whose pictures are there, and how many are drawn. */
  population: count,
  drawn: count,
  /** So many are still to be looked at: drawn ones, and where pictures are gone what is missing of the least. */
  left: count,
  /** Of those that were not drawn, how many nobody has judged. */
  others: count,
  /** Of all findings of the run that fit: what people said who looked at them. */
  confirmed: count,
  falseAlarm: count,
  corrected: count,
  standing: z.enum(sampleStandings),
  createdBy: z.string(),
  createdAt: sentInstant,
  /** Null: the others are not decided. */
  decidedBy: z.string().nullable(),
  decidedAt: sentInstant.nullable(),
  verdict: z.enum(verdicts).nullable(),
  /** Findings that were decided without being looked at. */
  decided: count,
});
export type SampleRecord = z.output<typeof sampleRecord>;

/** A drawn finding. */
const drawnRecord = z.object({
  oid,
  mediaOID: oid,
  name: z.string(),
  confidence: z.number(),
  verdict: z.enum(verdicts).nullable(),
  /** A person looked at it, and no rule decided it. */
  looked: z.boolean(),
});

export const sampleDetail = sampleRecord.extend({ drawnOnes: z.array(drawnRecord) });
export type SampleDetail = z.output<typeof sampleDetail>;

const changes = { method: 'POST', effect: 'changes', permission: ['detection:audit'] } as const;

/** Many findings are decided at once only by a rule, after a random sample of them was looked at one by one. */
export const sampleCalls = (path: string, readers: CallPermission) => ({
  querySample: call({
    method: 'POST',
    path: `${path}/querySample.rest`,
    effect: 'reads',
    summary: 'Samples of the own department and below, the newest first',
    permission: readers,
    request: z.object({ ...pageShape, detectionOID: oid.optional() }),
    response: listOf(sampleRecord),
  }),
  sampleByOID: call({
    method: 'POST',
    path: `${path}/sampleByOID.rest`,
    effect: 'reads',
    summary: 'A sample with the findings that were drawn',
    permission: readers,
    request: byOid,
    response: sampleDetail,
  }),
  drawSample: call({
    ...changes,
    path: `${path}/drawSample.rest`,
    audit: 'detection.drawSample',
    refuses: ['sampleSmall'],
    summary: `Draw a random sample of the findings of one run, of one class and within a confidence, that nobody has judged: at least ${bound.sampleLeast} of at most ${bound.sampleMost}`,
    request: z.object({
      detectionOID: oid,
      class: classField,
      least: confidenceField,
      most: confidenceField.optional(),
      /** Percent of the findings. */
      share: z.number().int().min(bound.shareLeast).max(100).optional(),
    }),
    response: sampleDetail,
  }),
  decideSample: call({
    ...changes,
    path: `${path}/decideSample.rest`,
    audit: ['detection.decideSample', 'detection.audit'],
    refuses: ['sampleOpen', 'sampleDiffers', 'sampleDecided', 'reasonRequired'],
    summary:
      'Give the findings of a sample that were not drawn the verdict on which all that were looked at agree; refused with the figures where they do not. What somebody judged or reviews meanwhile is left to them',
    request: byOid,
    response: sampleDetail,
  }),
});
