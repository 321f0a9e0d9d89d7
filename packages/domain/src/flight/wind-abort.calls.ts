import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, oid, optionalText, sentInstant } from '../shape.ts';

/** What a person answers who is asked whether an aircraft comes home because of the wind. */
export const windAnswers = ['comeHome', 'goOn'] as const;
/** Asked: the answer is waited for. Over: the flight ended before one came. */
export const windStates = ['asked', 'ordered', 'goOn', 'over'] as const;
export type WindState = (typeof windStates)[number];

/** That the wind around an aircraft was above its limit for too long, and what became of that. */
export const windAbort = z.object({
  oid,
  flightOID: oid,
  state: z.enum(windStates),
  /** The most that was heard, and what it was not to be above, m/s. */
  wind: z.number(),
  windLimit: z.number(),
  /** For how long it was above, seconds. */
  seconds: z.number(),
  at: sentInstant,
  /** Until when an answer counts; null: nobody was there to be asked. */
  answerUntil: sentInstant.nullable(),
  /** Who answered; null: nobody did. */
  answeredBy: z.string().nullable(),
  reason: z.string(),
  decidedAt: sentInstant.nullable(),
});
export type WindAbort = z.output<typeof windAbort>;

const path = '/nebula-five/uavflight/wind';

/** Returns home because of the wind, by the rule of an organisation. */
export const windAbortCalls = {
  list: call({
    method: 'GET',
    path: `${path}/list.rest`,
    effect: 'reads',
    summary: 'How often the wind around the aircraft of a flight was too strong, and what became of that',
    permission: ['flight:view', '/TaskManagerNew', '/FlyArrange', '/PortMonitorSee', '/DataStatistics'],
    request: byOid,
    response: z.object({ list: z.array(windAbort) }),
  }),
  answer: call({
    method: 'POST',
    path: `${path}/answer.rest`,
    effect: 'changes',
    audit: 'flight.windAnswer',
    refuses: ['windAnswered', 'dockOffline'],
    summary: 'Answer whether an aircraft comes home because of the wind; to let it go on needs a reason',
    permission: ['dock:control', 'dock:emergency'],
    request: z.object({
      oid,
      answer: z.enum(windAnswers),
      reason: optionalText(200).optional(),
    }),
    response: windAbort,
  }),
};
