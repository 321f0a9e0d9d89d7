import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, empty, sentInstant } from '../shape.ts';
import { unusableRecord } from '../device-health/device-health.ts';
import { connectionNeed, connectionStep, reachFaults, reachScopes } from './connection.ts';

const bindingCode = z.object({
  organizationId: z.string(),
  code: z.string(),
  expiresAt: sentInstant,
});

export const connectionCalls = {
  get: call({
    method: 'GET',
    path: '/nebula-five/uavdock/connectionGet.rest',
    effect: 'reads',
    summary: 'How far a dock came on its way in, step by step, and why it came no further',
    permission: ['/DaJiAirport', '/DaJiHandle', '/handShankMonitorSee', 'dock:edit'],
    request: byOid,
    response: z.object({
      /** False: the organisation has given it a binding code that it has not used. */
      bound: z.boolean(),
      /** When its unused binding code ends; null: it has none. */
      codeExpiresAt: sentInstant.nullable(),
      /** Address, user and organisation that the dock is given; its password and code are shown once, elsewhere. */
      broker: z.string(),
      sn: z.string(),
      organizationId: z.string(),
      /** False: the broker is outside and says nothing of sign-ins. */
      watched: z.boolean(),
      /** In their order; what never happened is left out. */
      steps: z.array(connectionStep),
      /** What it sent and could not be used: how often in all, and the newest. */
      unusable: z.object({ count: z.number().int(), newest: unusableRecord.nullable() }),
    }),
  }),
  bindingCode: call({
    method: 'POST',
    path: '/nebula-five/uavdock/bindingCode.rest',
    effect: 'changes',
    audit: 'dock.bindingCode',
    refuses: ['alreadyBound'],
    summary:
      'Another binding code for a dock that is not bound yet: used once, for a day; the former one ends',
    permission: ['dock:edit'],
    request: byOid,
    response: bindingCode,
  }),
  renewSecret: call({
    method: 'POST',
    path: '/nebula-five/uavdock/secretRenew.rest',
    effect: 'changes',
    audit: 'dock.secretRenew',
    summary: 'Another password for the sign-in of a dock at the broker, shown this once; the former one ends',
    permission: ['dock:edit'],
    request: byOid,
    response: z.object({ broker: z.string(), sn: z.string(), secret: z.string() }),
  }),
  reach: call({
    method: 'POST',
    path: '/nebula-five/uavdock/reach.rest',
    effect: 'reads',
    rate: { name: 'reach', perMinute: 30 },
    summary:
      'Whether the address that docks are given is answered, asked from this server, and how far it is heard',
    permission: ['dock:edit'],
    request: empty,
    response: z.object({
      address: z.string(),
      scope: z.enum(reachScopes),
      reached: z.boolean(),
      fault: z.enum(reachFaults).nullable(),
    }),
  }),
  needs: call({
    method: 'POST',
    path: '/nebula-five/uavdock/connectionNeeds.rest',
    effect: 'reads',
    rate: { name: 'reach', perMinute: 30 },
    summary: 'What a dock needs before it can come, as far as this server can look for it, with what to set',
    permission: ['dock:edit'],
    request: empty,
    response: z.object({ list: z.array(connectionNeed) }),
  }),
  diagnosis: call({
    method: 'POST',
    path: '/nebula-five/uavdock/diagnosis.rest',
    effect: 'reads',
    audit: 'dock.diagnosis',
    summary:
      'A file for whoever looks for a fault: the way in, what could not be used, the newest messages, secrets masked',
    permission: ['dock:edit'],
    request: byOid,
    response: z.unknown(),
    bytes: 'application/json',
  }),
};
