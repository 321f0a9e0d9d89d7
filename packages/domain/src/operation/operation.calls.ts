import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, empty, listOf, oid, pageShape, sentInstant } from '../shape.ts';
import { healthPart } from './health.ts';
import { backgroundStates, workKinds, workRecord } from './work.ts';

export const operationCalls = {
  health: call({
    method: 'POST',
    path: '/nebula-five/operation/queryHealth.rest',
    summary:
      'State, figures and age of what the organisation depends on; of the instance itself for its operators',
    permission: ['/operation'],
    request: empty,
    response: z.object({ at: sentInstant, list: z.array(healthPart) }),
  }),
  workQuery: call({
    method: 'POST',
    path: '/nebula-five/operation/queryWork.rest',
    summary: 'Work in the background that the caller may see, newest first, with its progress',
    permission: ['/operation'],
    request: z.object({
      ...pageShape,
      state: z.enum(backgroundStates).optional(),
      kind: z.enum(workKinds).optional(),
      oid: oid.optional(),
    }),
    response: listOf(workRecord),
  }),
  workRetry: call({
    method: 'POST',
    path: '/nebula-five/operation/workRetry.rest',
    summary: 'Begin work again that failed or was cancelled',
    permission: ['audit-log:view', 'platform:operate'],
    request: byOid,
    response: workRecord,
  }),
  workCancel: call({
    method: 'POST',
    path: '/nebula-five/operation/workCancel.rest',
    summary: 'Stop work that waits or runs',
    permission: ['audit-log:view', 'platform:operate'],
    request: byOid,
    response: workRecord,
  }),
};
