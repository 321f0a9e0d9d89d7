import { z } from 'zod';
import { call, reasonsOf } from '../call.ts';
import { tabId } from '../lease/lease.calls.ts';
import { refusals as leaseRefusals } from '../lease/lease.room.ts';
import { oid, sentInstant } from '../shape.ts';
import { drcState } from './drc.ts';
import { refusals } from './drc.room.ts';

export const drcCalls = {
  connect: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/drcConnect.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: { none: 'the order that opens the link of the dock is written down' },
    refuses: [...reasonsOf(refusals), ...reasonsOf(leaseRefusals), 'notProved'],
    summary:
      'Address and one-time code of the connection that takes frames of sticks, for the tab that flies',
    permission: ['dock:control'],
    request: z.object({ oid, tabId }),
    response: z.object({ path: z.string(), code: z.string(), expiresAt: sentInstant }),
  }),
  info: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/drcInfo.rest',
    effect: 'reads',
    summary: 'Who flies an aircraft by sticks, and how the link to its dock stands',
    permission: ['/flightControl', '/PortMonitorSee', 'dock:control'],
    request: z.object({ oid }),
    response: z.object({
      holder: z.object({ oid, name: z.string(), mine: z.boolean() }).nullable(),
      /** Null: nobody flies it by sticks, or no gateway answers for the dock. */
      state: drcState.nullable(),
    }),
  }),
};
