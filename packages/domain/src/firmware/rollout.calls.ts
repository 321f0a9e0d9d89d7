import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { byOid, listOf, oid, optionalText, pageShape, sentInstant } from '../shape.ts';
import { upgradeDevices, upgradeSteps } from './firmware.ts';
import { rolloutDockStates, rolloutStates } from './rollout.ts';

const path = '/nebula-five/firmware/rollout';
const readers = ['/PortMonitorSee', 'dock:control'] as const;
const controllers = ['dock:control'] as const;
const { docksMost, waveMost } = limits.rollout;
const reason = optionalText(limits.rollout.reasonMax);

/** A dock of a rollout, and what became of its upgrade. */
const rolloutDock = z.object({
  dockOID: oid,
  name: z.string(),
  sn: z.string(),
  /** From 1. */
  wave: z.number().int(),
  state: z.enum(rolloutDockStates),
  /** What it reported before; null: nothing, or it was not ordered. */
  before: z.string().nullable(),
  /** What it reported when it was compared; null: nothing yet. */
  after: z.string().nullable(),
  percent: z.number().int().nullable(),
  step: z.enum(upgradeSteps).nullable(),
  /** Why it failed, in words; null: it did not. */
  message: z.string().nullable(),
  changedAt: sentInstant,
});
export type RolloutDock = z.output<typeof rolloutDock>;

const summary = {
  oid,
  device: z.enum(upgradeDevices),
  model: z.string(),
  modelName: z.string(),
  /** The version that it brings. */
  firmware: z.string(),
  state: z.enum(rolloutStates),
  firstWave: z.number().int(),
  waveSize: z.number().int(),
  note: z.string(),
  askedBy: z.string(),
  createdAt: sentInstant,
  /** Who approved or rejected it, why and when; null: nobody did. */
  decidedBy: z.string().nullable(),
  decidedAt: sentInstant.nullable(),
  reason: z.string(),
  changedAt: sentInstant,
  /** How many docks it has, and how many of them are upgraded or failed. */
  docks: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  allowed: z.array(z.string()),
};
const rolloutSummary = z.object(summary);
export type RolloutSummary = z.output<typeof rolloutSummary>;
const rolloutRecord = z.object({ ...summary, places: z.array(rolloutDock) });
export type RolloutRecord = z.output<typeof rolloutRecord>;

/** A dock that could be upgraded with a package. */
const rolloutCandidate = z.object({
  dockOID: oid,
  name: z.string(),
  sn: z.string(),
  /** As it reported last; null: it never did. */
  reported: z.string().nullable(),
  /** Has the version of the package already. */
  same: z.boolean(),
});
export type RolloutCandidate = z.output<typeof rolloutCandidate>;

/** Upgrades of several docks in waves, and of one where a second person has to approve it. */
export const rolloutCalls = {
  query: call({
    method: 'POST',
    path: `${path}/query.rest`,
    effect: 'reads',
    summary: 'Firmware rollouts that were asked for in the own department and below, newest first',
    permission: readers,
    request: z.object({ ...pageShape }),
    response: listOf(rolloutSummary).extend({
      /** Upgrades of the organisation need the approval of another person than who asks. */
      approvalRequired: z.boolean(),
      /** Models that a package can be for. */
      models: z.array(z.object({ model: z.string(), name: z.string() })),
    }),
  }),
  get: call({
    method: 'GET',
    path: `${path}/get.rest`,
    effect: 'reads',
    summary: 'A firmware rollout with every dock of it, and what became of it there',
    permission: readers,
    request: byOid,
    response: rolloutRecord,
  }),
  candidates: call({
    method: 'GET',
    path: `${path}/candidates.rest`,
    effect: 'reads',
    summary: 'Docks of the own department and below that a package is for, or whose aircraft it is for',
    permission: controllers,
    request: z.object({ firmwareOID: oid }),
    response: z.object({ list: z.array(rolloutCandidate) }),
  }),
  ask: call({
    method: 'POST',
    path: `${path}/ask.rest`,
    effect: 'changes',
    audit: 'firmware.rollOut',
    refuses: ['firmwareMissing', 'firmwareModel', 'rolloutOpen'],
    summary:
      'Upgrade docks with a package in waves, in the order in which they are named; the first failure stops it. Where upgrades need approval it begins once another person approved it',
    permission: controllers,
    request: z.object({
      firmwareOID: oid,
      docks: z
        .array(oid)
        .min(1)
        .max(docksMost)
        .refine((docks) => new Set(docks).size === docks.length),
      /** Docks of the first wave. */
      firstWave: z
        .number()
        .int()
        .min(1)
        .max(waveMost)
        .meta({ examples: [1] }),
      /** Docks of each later wave. */
      waveSize: z
        .number()
        .int()
        .min(1)
        .max(waveMost)
        .meta({ examples: [5] }),
      note: reason.optional(),
    }),
    response: rolloutRecord,
  }),
  decide: call({
    method: 'POST',
    path: `${path}/decide.rest`,
    effect: 'changes',
    audit: 'firmware.decideRollout',
    refuses: ['rolloutOwn', 'rolloutDecided', 'rolloutReason'],
    summary: 'Approve a rollout that waits for it, or reject it with a reason; never by who asked for it',
    permission: controllers,
    request: z.object({ oid, approve: z.boolean(), reason: reason.optional() }),
    response: rolloutRecord,
  }),
  end: call({
    method: 'POST',
    path: `${path}/end.rest`,
    effect: 'changes',
    audit: 'firmware.endRollout',
    refuses: ['rolloutOver'],
    summary:
      'End a rollout: docks that wait are not upgraded; what a dock is upgrading goes on, for nobody can take it back',
    permission: controllers,
    request: byOid,
    response: rolloutRecord,
  }),
};
