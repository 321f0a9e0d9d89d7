import { z } from 'zod';
import { call } from '../call.ts';
import { boxField, classField, pictureField } from '../detection/detection.shape.ts';
import { limits } from '../limits.ts';
import { byOid, oid, optionalText } from '../shape.ts';
import { flightRecord } from './flight.ts';

const named = z.object({ oid, name: z.string() });
const { aiTypesMost } = limits.flightChoice;

/** A box that somebody confirmed, on its picture. */
export const aiSample = z.object({
  /** Address of the small picture on this server; the session cookie opens it. */
  url: z.string(),
  box: boxField,
  picture: pictureField,
});
export type AiSample = z.output<typeof aiSample>;

/** What verdicts of people say of an AI type. */
export const aiTypeFigures = z.object({
  code: z.string(),
  /** Boxes of detectors that people judged. */
  judged: z.number().int(),
  /** Share of them that was confirmed, from 0 to 1; null: nobody judged any. */
  precision: z.number().nullable(),
  samples: z.array(aiSample),
});
export type AiTypeFigures = z.output<typeof aiTypeFigures>;

/** What an arrangement is chosen from, and what becomes of it with its assignee. */
export const flightChoiceCalls = {
  choices: call({
    method: 'GET',
    path: '/nebula-five/uavflight/choices.rest',
    effect: 'reads',
    summary:
      'Who may be asked to fly from a dock, the first by name, its aircraft with its height limit, the gimbals known on that, and the handheld controllers of the own department and below',
    permission: ['flight:edit', 'task:edit'],
    request: z.object({ dockOID: oid, keyword: optionalText(64).optional() }),
    response: z.object({
      assignees: z.array(named),
      /** There are more than one answer holds. */
      more: z.boolean(),
      drone: named.nullable(),
      protocol: flightRecord.shape.protocol,
      /** Metres above the dock that its aircraft allows, as it reported them last; null: it never did. */
      heightLimit: z.number().nullable(),
      gimbals: z.array(named),
      controllers: z.array(named),
    }),
  }),
  aiFigures: call({
    method: 'POST',
    path: '/nebula-five/uavflight/aiFigures.rest',
    effect: 'reads',
    summary:
      'Of AI types: how many boxes of detectors people judged, the share that was confirmed, and confirmed boxes as samples, the newest first',
    permission: ['flight:edit', 'task:edit'],
    request: z.object({ aiTypes: z.array(classField).min(1).max(aiTypesMost) }),
    response: z.object({ list: z.array(aiTypeFigures) }),
  }),
  acknowledge: call({
    method: 'POST',
    path: '/nebula-five/uavflight/acknowledge.rest',
    effect: 'changes',
    audit: 'flight.acknowledgeFlight',
    refuses: ['acknowledgeNotYours', 'acknowledged', 'flightOver'],
    summary: 'Say, as who is to fly it, that a flight is known; once',
    permission: ['flight:start'],
    request: byOid,
    response: flightRecord,
  }),
};
