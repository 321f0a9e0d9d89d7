import { z } from 'zod';
import { call } from '../call.ts';
import { keepingLimits, keptDays } from '../keeping.ts';
import { deleteRequest, done, empty, oid, recordVersion, sentInstant, text } from '../shape.ts';

/** Flights that came to nothing before they began, arranged ones, runs of timed tasks, and flights by hand. */
export const flightKinds = ['unflown', 'arranged', 'timed', 'byHand'] as const;
export type FlightKind = (typeof flightKinds)[number];

/** For how many days the records of flights are kept after their end. */
export const flightRetention = z.object({
  unflownDays: keptDays,
  arrangedDays: keptDays,
  timedDays: keptDays,
  byHandDays: keptDays,
});
export type FlightRetention = z.output<typeof flightRetention>;

export const keptFlightRules = flightRetention.extend({
  /** 0: nobody has set any. */
  version: recordVersion,
  /** From when the rules act; null: there are none. */
  actsFrom: sentInstant.nullable(),
  allowed: z.array(z.string()),
});
export type KeptFlightRules = z.output<typeof keptFlightRules>;

const keepers = ['flight:keep'] as const;
const path = '/nebula-five/uavflight';

/** How long records of flights stay: holds, and rules of the organisation. */
export const flightKeepingCalls = {
  hold: call({
    method: 'POST',
    path: `${path}/hold.rest`,
    effect: 'changes',
    audit: 'flight.hold',
    summary: 'Put records of flights under legal hold, all or none: no rule deletes them or their files',
    permission: keepers,
    request: deleteRequest.extend({ reason: text(keepingLimits.holdReason) }),
    response: done,
  }),
  release: call({
    method: 'POST',
    path: `${path}/release.rest`,
    effect: 'changes',
    audit: 'flight.release',
    summary: 'End the legal hold of records of flights, all or none',
    permission: keepers,
    request: deleteRequest,
    response: done,
  }),
  retention: call({
    method: 'GET',
    path: `${path}/retention.rest`,
    effect: 'reads',
    summary: 'How long the organisation keeps records of flights',
    permission: ['flight:view', '/TaskManagerNew'],
    request: empty,
    response: keptFlightRules,
  }),
  setRetention: call({
    method: 'POST',
    path: `${path}/setRetention.rest`,
    effect: 'changes',
    audit: 'flight.setRetention',
    refuses: ['retentionOfWhole'],
    summary: 'Set how long the organisation keeps records of flights; the rules act a day later',
    permission: keepers,
    request: flightRetention.extend({ version: recordVersion }),
    response: keptFlightRules,
  }),
  retentionPreview: call({
    method: 'POST',
    path: `${path}/retentionPreview.rest`,
    effect: 'reads',
    refuses: ['retentionOfWhole'],
    summary:
      'Which records would be deleted by such rules at this moment, and which stay because they are held',
    permission: keepers,
    request: flightRetention,
    response: z.object({
      kinds: z.array(z.object({ kind: z.enum(flightKinds), count: z.number().int() })),
      held: z.number().int(),
      /** The oldest of them. */
      flights: z.array(z.object({ oid, name: z.string(), endedAt: sentInstant })),
    }),
  }),
};
