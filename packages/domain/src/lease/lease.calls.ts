import { z } from 'zod';
import { call, reasonsOf, refusedBeforehand } from '../call.ts';
import { limits } from '../limits.ts';
import { secret } from '../secret.ts';
import { done, mark, oid, rawText, sentInstant, text } from '../shape.ts';
import { refusals } from './lease.room.ts';
import { leaseControls } from './lease.ts';

const control = z.enum(leaseControls);
/** What a tab, or a program that is none, calls itself: fresh for each. */
export const tabId = mark(8, 64);
const target = { oid, control, tabId };

/** The lease as told to a console. `serverTime` lets the tab learn its clock offset. */
export const leaseView = z.object({
  epoch: z.number().int(),
  holder: z.object({ oid, name: z.string(), mine: z.boolean() }).nullable(),
  expiresAt: sentInstant.nullable(),
  asked: z.boolean(),
  serverTime: sentInstant,
});
export type LeaseView = z.output<typeof leaseView>;

/** What changed no lease: somebody else has it, the caller no longer has it, or it was not to be taken by force. */
const refusalsWritten = [
  ...refusedBeforehand,
  'controlHeld',
  'controlLost',
  'confirmationMissing',
  'confirmationSpent',
  'notProved',
] as const;

const refuses = [
  ...reasonsOf(refusals),
  'confirmationMissing',
  'confirmationSpent',
  'inUse',
  'notProved',
] as const;

export const leaseCalls = {
  take: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseTake.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'lease.take',
    refusalsWritten,
    refuses,
    summary: 'Take control of a dock for 15 s; held by another: 409 with holder and expiry',
    permission: ['dock:control'],
    request: z.object(target),
    response: leaseView,
  }),
  ask: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseAsk.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'lease.ask',
    refusalsWritten,
    refuses,
    summary: 'Ask the holder for control; 10 s of silence grants it',
    permission: ['dock:control'],
    request: z.object(target),
    response: leaseView,
  }),
  renew: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseRenew.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: { none: 'every five seconds, by a page that is open' },
    refusalsWritten,
    refuses,
    summary: 'Keep control for another 15 s',
    permission: ['dock:control'],
    request: z.object({ ...target, epoch: z.number().int() }),
    response: leaseView,
  }),
  release: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseRelease.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'lease.release',
    refusalsWritten,
    refuses,
    summary: 'Give control back',
    permission: ['dock:control'],
    request: z.object({ ...target, epoch: z.number().int() }),
    response: done,
  }),
  answer: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseAnswer.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'lease.answer',
    refusalsWritten,
    refuses,
    summary: 'Let the asking member have control, or not',
    permission: ['dock:control'],
    request: z.object({ ...target, accept: z.boolean() }),
    response: leaseView,
  }),
  override: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseOverride.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'lease.override',
    refusalsWritten,
    refuses,
    summary: 'Take control from whoever has it, with a reason and a confirmation',
    permission: ['dock:override'],
    request: z.object({
      ...target,
      reason: text(300, limits.lease.reasonMin),
      nonce: secret(rawText(100)).optional(),
    }),
    response: leaseView,
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/leaseGet.rest',
    effect: 'reads',
    summary: 'Who controls a dock now',
    permission: ['/PortMonitorSee', '/handShankMonitorSee', '/DeviceAll'],
    request: z.object({ oid, control }),
    response: leaseView,
  }),
};
