import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { done, mark, oid, sentInstant, text } from '../shape.ts';
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

export const leaseCalls = {
  take: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseTake.rest',
    summary: 'Take control of a dock for 15 s; held by another: 409 with holder and expiry',
    permission: ['dock:control'],
    request: z.object(target),
    response: leaseView,
  }),
  ask: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseAsk.rest',
    summary: 'Ask the holder for control; 10 s of silence grants it',
    permission: ['dock:control'],
    request: z.object(target),
    response: leaseView,
  }),
  renew: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseRenew.rest',
    summary: 'Keep control for another 15 s',
    permission: ['dock:control'],
    request: z.object({ ...target, epoch: z.number().int() }),
    response: leaseView,
  }),
  release: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseRelease.rest',
    summary: 'Give control back',
    permission: ['dock:control'],
    request: z.object({ ...target, epoch: z.number().int() }),
    response: done,
  }),
  answer: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseAnswer.rest',
    summary: 'Let the asking member have control, or not',
    permission: ['dock:control'],
    request: z.object({ ...target, accept: z.boolean() }),
    response: leaseView,
  }),
  override: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/leaseOverride.rest',
    summary: 'Take control from whoever has it, with a reason and a confirmation',
    permission: ['dock:override'],
    request: z.object({
      ...target,
      reason: text(300, limits.lease.reasonMin),
      nonce: z.string().max(100).optional(),
    }),
    response: leaseView,
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/leaseGet.rest',
    summary: 'Who controls a dock now',
    permission: ['/PortMonitorSee', '/DeviceAll'],
    request: z.object({ oid, control }),
    response: leaseView,
  }),
};
