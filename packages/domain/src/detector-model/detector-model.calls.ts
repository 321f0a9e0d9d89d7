import { z } from 'zod';
import { call } from '../call.ts';
import { boxField } from '../detection/detection.shape.ts';
import { byOid, deleteRequest, done, listOf, oid, pageShape, rawText, sentInstant } from '../shape.ts';
import { watchers } from '../video/video.calls.ts';
import {
  liveLookFaults,
  modelFamilies,
  modelFaults,
  modelPictureStates,
  modelRunStates,
  modelStates,
} from './detector-model.ts';
import { limits } from './detector-model.room.ts';

const readers = ['/DetectorModel'] as const;
const writers = ['detector-model:edit'] as const;
const bound = limits.detectorModel;
const fault = z.enum(modelFaults).nullable();
const count = z.number().int();

/** One version of a model of an organisation. */
export const detectorModelRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  modelVersion: z.string(),
  family: z.enum(modelFamilies),
  /** Codes of the code table `aiType` that it finds. */
  aiTypes: z.array(z.string()),
  fileName: z.string(),
  /** Bytes. */
  size: count,
  state: z.enum(modelStates),
  /** Why it is refused. */
  fault,
  /** The same as the runtime says it. */
  detail: z.string(),
  /** Flights that end from now on are looked at by it. */
  on: z.boolean(),
  /** When a trial of it was whole; null: never. */
  triedAt: sentInstant.nullable(),
  createdBy: z.string(),
  createdAt: sentInstant,
  allowed: z.array(z.string()),
});
export type DetectorModelRecord = z.output<typeof detectorModelRecord>;

/** What a model saw on one photo. */
export const modelPicture = z.object({
  mediaOID: oid,
  name: z.string(),
  /** Address of the photo; null: it is gone. */
  url: z.string().nullable(),
  state: z.enum(modelPictureStates),
  fault,
  /** Pixels of the upright photo; null: not looked at yet. */
  width: count.nullable(),
  height: count.nullable(),
  /** ms of the model. */
  took: count.nullable(),
  boxes: z.array(
    z.object({
      box: boxField,
      class: z.string(),
      aiType: z.string().nullable(),
      confidence: z.number(),
      /** ms from the start of the video in which it was seen; missing: it is on a photo. */
      at: count.optional(),
    }),
  ),
});
export type ModelPicture = z.output<typeof modelPicture>;

/** A look of a model at the photos of a flight, or at chosen ones. */
export const modelRunRecord = z.object({
  oid,
  modelOID: oid,
  trial: z.boolean(),
  /** Name of the task that was flown; empty: a trial, or a flight without one. */
  taskName: z.string(),
  state: z.enum(modelRunStates),
  fault,
  detail: z.string(),
  pictures: count,
  /** Photos that were looked at, those among them that could not be, and boxes on all of them. */
  seen: count,
  unseen: count,
  boxes: count,
  /** The run whose findings are reviewed; null: a trial. */
  detectionOID: oid.nullable(),
  createdBy: z.string(),
  createdAt: sentInstant,
  endedAt: sentInstant.nullable(),
});
export type ModelRunRecord = z.output<typeof modelRunRecord>;

/** How models look at a live picture of a flight in the air. */
const liveLook = z.object({
  videoId: z.string(),
  /** Names and versions of those that looked last; empty: none has yet. */
  models: z.array(z.string()),
  /** Frames that they looked at, what they found on them, and when they looked last; null: not yet. */
  frames: count,
  findings: count,
  lastAt: sentInstant.nullable(),
  /** Why none looks now; null: they do. */
  fault: z.enum(liveLookFaults).nullable(),
});
export type LiveLook = z.output<typeof liveLook>;

const path = '/nebula-five/detectorModel';

export const detectorModelCalls = {
  query: call({
    method: 'POST',
    path: `${path}/query.rest`,
    effect: 'reads',
    summary: 'Models for detection of the own department and below, the newest first',
    permission: readers,
    request: z.object({ ...pageShape, state: z.enum(modelStates).optional() }),
    response: listOf(detectorModelRecord),
  }),
  get: call({
    method: 'GET',
    path: `${path}/get.rest`,
    effect: 'reads',
    summary: 'Get one model for detection',
    permission: readers,
    request: byOid,
    response: detectorModelRecord,
  }),
  add: call({
    method: 'POST',
    path: `${path}/add.rest`,
    effect: 'changes',
    audit: 'detectorModel.add',
    refuses: ['modelFile', 'modelKnown', 'modelsFull'],
    summary:
      'Add a version of a model: an ONNX file, and a manifest (JSON: name, version, family, input, classes, thresholds). It is looked at in the background before it can be tried',
    permission: writers,
    upload: { maxBytes: bound.bytes, toDisk: true },
    request: z.object({
      manifest: rawText(bound.manifestMax, 2).meta({
        examples: [
          '{"name":"hot spots","version":"1","family":"yolov8","input":{"width":64,"height":64},"classes":[{"name":"hot"}]}',
        ],
      }),
    }),
    response: detectorModelRecord,
  }),
  switch: call({
    method: 'POST',
    path: `${path}/switch.rest`,
    effect: 'changes',
    audit: 'detectorModel.switch',
    refuses: ['modelNotReady', 'modelUntried'],
    summary:
      'Switch a version of a model on, for live pictures and for flights that end from now on, or off. Another version of the same name is switched off by it; one that nobody tried is refused',
    permission: writers,
    request: z.object({ oid, on: z.boolean() }),
    response: detectorModelRecord,
  }),
  remove: call({
    method: 'POST',
    path: `${path}/delete.rest`,
    effect: 'changes',
    audit: 'detectorModel.delete',
    refuses: ['modelInUse'],
    summary: 'Delete models with their trials, all or none; what they found on flights stays',
    permission: writers,
    request: deleteRequest,
    response: done,
  }),
  tryOut: call({
    method: 'POST',
    path: `${path}/try.rest`,
    effect: 'changes',
    audit: 'detectorModel.try',
    refuses: ['modelNotReady', 'photoUnknown'],
    summary: 'Have a model look at chosen photos; nothing of it is reviewed or becomes an order',
    permission: writers,
    request: z.object({ oid, mediaOIDs: z.array(oid).min(1).max(bound.trialMost) }),
    response: modelRunRecord,
  }),
  queryRun: call({
    method: 'POST',
    path: `${path}/queryRun.rest`,
    effect: 'reads',
    summary: 'What a model has looked at, trials and flights, the newest first',
    permission: readers,
    request: z.object({ ...pageShape, oid }),
    response: listOf(modelRunRecord),
  }),
  getRun: call({
    method: 'GET',
    path: `${path}/getRun.rest`,
    effect: 'reads',
    summary: 'What a model saw on each photo of one run',
    permission: readers,
    request: byOid,
    response: z.object({ run: modelRunRecord, pictures: z.array(modelPicture) }),
  }),
  live: call({
    method: 'GET',
    path: `${path}/live.rest`,
    effect: 'reads',
    tokens: 'closed',
    summary:
      'Live pictures of the aircraft of a dock at which models look, and why they do not where they cannot',
    permission: watchers,
    request: byOid,
    response: z.object({ list: z.array(liveLook) }),
  }),
};
