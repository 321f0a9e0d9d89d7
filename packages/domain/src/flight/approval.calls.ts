import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, countResult, listOf, oid, optionalText, pageShape, text } from '../shape.ts';
import { approvalStates } from './approval-words.ts';
import { approvalMark, approvalRecord } from './approval.ts';

const path = '/nebula-five/uavflight/approval';
const readers = ['/TaskManagerNew', '/FlyArrange'] as const;
const filters = {
  keyword: optionalText(64).optional(),
  state: z.enum(approvalStates).optional(),
  taskOID: oid.optional(),
  flightOID: oid.optional(),
  sort: z.enum(['-askedAt', 'askedAt']).optional(),
};

/** Approvals of flights and timed tasks, of organisations that ask for them. */
export const approvalCalls = {
  query: call({
    method: 'POST',
    path: `${path}/query.rest`,
    effect: 'reads',
    summary: 'Approvals of the own department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters }),
    response: listOf(approvalRecord),
  }),
  queryCount: call({
    method: 'POST',
    path: `${path}/queryCount.rest`,
    effect: 'reads',
    summary: 'How many approvals match',
    permission: readers,
    request: z.object(filters),
    response: countResult,
  }),
  get: call({
    method: 'GET',
    path: `${path}/get.rest`,
    effect: 'reads',
    summary: 'One approval with the checksum over what would be approved now',
    permission: readers,
    request: byOid,
    response: approvalRecord,
  }),
  ask: call({
    method: 'POST',
    path: `${path}/ask.rest`,
    effect: 'changes',
    audit: 'approval.ask',
    refuses: ['approvalNotNeeded', 'flightStarted'],
    summary: 'Ask for the approval of a timed task or of a flight that waits; an earlier one holds no longer',
    permission: ['task:edit', 'flight:edit'],
    request: z.object({ taskOID: oid.optional(), flightOID: oid.optional() }),
    response: approvalRecord,
  }),
  approve: call({
    method: 'POST',
    path: `${path}/approve.rest`,
    effect: 'changes',
    audit: 'approval.approve',
    refuses: ['approvalOwn', 'approvalDecided', 'approvalChanged'],
    summary: 'Approve what was looked at: `mark` is the checksum that `get` gave; never by who arranged it',
    permission: ['flight:approve'],
    request: z.object({ oid, mark: approvalMark.meta({ examples: ['0'.repeat(64)] }) }),
    response: approvalRecord,
  }),
  reject: call({
    method: 'POST',
    path: `${path}/reject.rest`,
    effect: 'changes',
    audit: 'approval.reject',
    refuses: ['approvalOwn', 'approvalDecided'],
    summary: 'Reject what was asked for, with the reason; never by who arranged it',
    permission: ['flight:approve'],
    request: z.object({ oid, reason: text(200) }),
    response: approvalRecord,
  }),
};
