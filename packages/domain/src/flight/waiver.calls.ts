import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, oid, sentInstant, text } from '../shape.ts';
import { wallMinute } from '../task/schedule.ts';
import { gateItem, gateItemNames, runStandings } from './flight.ts';

const path = '/nebula-five/uavflight';
const readers = ['flight:view', '/TaskManagerNew', '/FlyArrange', '/PortMonitorSee'] as const;
/** A flight that waits, or a run of a task by the wall time of its schedule. */
const about = { flightOID: oid.optional(), taskOID: oid.optional(), wall: wallMinute.optional() };
const oneOf = <T extends z.ZodObject>(shape: T) =>
  shape.superRefine((given, { addIssue }) => {
    const { flightOID, taskOID, wall } = given as Record<string, unknown>;
    if ((flightOID === undefined) === (taskOID === undefined))
      addIssue({ code: 'custom', path: ['flightOID'], message: 'flightOID' });
    else if ((taskOID === undefined) !== (wall === undefined))
      addIssue({ code: 'custom', path: ['wall'], message: 'wall' });
  });

/** Hours for which a waiver may hold. */
export const waiverHours = { least: 1, most: 168 } as const;
export const waiverReason = { least: 5, most: 200 } as const;

export const waiverStates = ['waiting', 'active', 'over', 'ended'] as const;

export const waiverRecord = z.object({
  oid,
  flightOID: oid.nullable(),
  taskOID: oid.nullable(),
  wall: wallMinute.nullable(),
  item: z.enum(gateItemNames),
  verdict: gateItem.shape.verdict,
  foundReason: gateItem.shape.reason,
  foundValue: gateItem.shape.value,
  reason: z.string(),
  until: sentInstant,
  askedBy: z.string(),
  askedAt: sentInstant,
  /** The second person, where the rule asks for two. */
  confirmedBy: z.string().nullable(),
  /** `waiting`: a second person has to confirm it; it waives nothing yet. */
  state: z.enum(waiverStates),
  /** Words that the caller may say about it. */
  allowed: z.array(z.enum(['confirm', 'end'])),
});
export type WaiverRecord = z.output<typeof waiverRecord>;

export const waiverCalls = {
  runVerdict: call({
    method: 'POST',
    path: `${path}/runVerdict.rest`,
    effect: 'reads',
    summary:
      'The verdict on a run that is to come, as it was made last: every rule by name; null: none was made yet',
    permission: readers,
    request: z.object({ taskOID: oid, wall: wallMinute }),
    response: z.object({
      verdict: z
        .object({
          standing: z.enum(runStandings),
          madeAt: sentInstant,
          dueAt: sentInstant,
          items: z.array(gateItem),
        })
        .nullable(),
    }),
  }),
  waivers: call({
    method: 'POST',
    path: `${path}/waivers.rest`,
    effect: 'reads',
    summary: 'What was waived of a flight or of a run of a task, the newest first',
    permission: readers,
    request: oneOf(z.object(about)),
    response: z.object({ list: z.array(waiverRecord) }),
  }),
  waive: call({
    method: 'POST',
    path: `${path}/waive.rest`,
    effect: 'changes',
    audit: 'flight.waive',
    refuses: ['waiverNothing', 'waiverNever', 'waiverRight', 'dockOffline', 'flightStarted'],
    summary:
      'Let a flight or a run begin against one rule, as it is found now, for some hours; hard rules wait for a second person',
    permission: ['flight:waive', 'flight:overrule'],
    request: oneOf(
      z.object({
        ...about,
        item: z.enum(gateItemNames),
        reason: text(waiverReason.most, waiverReason.least),
        hours: z.number().int().min(waiverHours.least).max(waiverHours.most),
      }),
    ),
    response: waiverRecord,
  }),
  waiverConfirm: call({
    method: 'POST',
    path: `${path}/waiverConfirm.rest`,
    effect: 'changes',
    audit: 'flight.waiverConfirm',
    refuses: ['waiverRight', 'waiverOver', 'waiverSamePerson'],
    summary: 'Confirm as the second person what another one waived',
    permission: ['flight:overrule'],
    request: byOid,
    response: waiverRecord,
  }),
  waiverEnd: call({
    method: 'POST',
    path: `${path}/waiverEnd.rest`,
    effect: 'changes',
    audit: 'flight.waiverEnd',
    refuses: ['waiverOver'],
    summary: 'End a waiver: the rule holds again',
    permission: ['flight:waive', 'flight:overrule'],
    request: byOid,
    response: waiverRecord,
  }),
};
