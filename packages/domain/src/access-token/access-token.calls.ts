import { z } from 'zod';
import { call } from '../call.ts';
import { resources } from '../permission/resources.ts';
import { secret } from '../secret.ts';
import {
  deleteRequest,
  done,
  empty,
  instant,
  listOf,
  oid,
  optionalText,
  pageShape,
  rawText,
  sentInstant,
  text,
} from '../shape.ts';
import { limits } from './access-token.room.ts';

const { callsMost, perMinuteMost } = limits.accessToken;

export const tokenKinds = ['personal', 'service'] as const;
export const tokenAccesses = ['read', 'calls'] as const;
export const tokenStates = ['valid', 'expired', 'revoked'] as const;

export const accessTokenRecord = z.object({
  oid,
  name: z.string(),
  /** `personal`: acts as its member, with no more rights than the member has now. `service`: belongs to no person. */
  kind: z.enum(tokenKinds),
  /** Its first characters, by which it is found in the settings of another system. */
  hint: z.string(),
  /** Who made it. */
  createdBy: z.string(),
  /** Where what it does belongs, and below. */
  groupName: z.string(),
  access: z.enum(tokenAccesses),
  /** Paths of the calls that it may make; empty with `read`. */
  calls: z.array(z.string()),
  permissions: z.array(z.string()),
  perMinute: z.number().int(),
  createdAt: sentInstant,
  expiresAt: sentInstant,
  lastUsedAt: sentInstant.nullable(),
  lastAddress: z.string().nullable(),
  state: z.enum(tokenStates),
  allowed: z.array(z.string()),
});
export type AccessTokenRecord = z.output<typeof accessTokenRecord>;

const wanted = {
  name: text(64),
  access: z.enum(tokenAccesses).default('read'),
  calls: z.array(rawText(200, 1)).max(callsMost).default([]),
  permissions: z
    .array(z.enum(resources as [string, ...string[]]))
    .min(1)
    .max(resources.length),
  perMinute: z.number().int().min(1).max(perMinuteMost).default(60),
  expiresAt: instant,
};
/** With the token itself, which is shown this once and never again. */
const made = accessTokenRecord.extend({ token: secret(z.string()) });
const path = '/nebula-five/accessToken';
const adding = {
  method: 'POST',
  effect: 'changes',
  refuses: ['tokensFull'],
  request: z.object(wanted),
  response: made,
} as const;
const revoking = { method: 'POST', effect: 'changes', request: deleteRequest, response: done } as const;

export const accessTokenCalls = {
  own: call({
    method: 'POST',
    path: `${path}/own.rest`,
    effect: 'reads',
    summary: 'The own personal access tokens, the newest first; none of them can be read again',
    permission: 'session',
    request: empty,
    response: z.array(accessTokenRecord),
  }),
  query: call({
    method: 'POST',
    path: `${path}/query.rest`,
    effect: 'reads',
    tokens: 'closed',
    summary: 'Access tokens of the whole organisation, those of members and of services',
    permission: ['/operation'],
    request: z.object({
      ...pageShape,
      keyword: optionalText(64).optional(),
      kind: z.enum(tokenKinds).optional(),
    }),
    response: listOf(accessTokenRecord),
  }),
  callQuery: call({
    method: 'POST',
    path: `${path}/queryCalls.rest`,
    effect: 'reads',
    summary: 'Calls that a token of the caller could make, to choose from',
    permission: 'session',
    request: empty,
    response: z.array(
      z.object({
        path: z.string(),
        method: z.string(),
        effect: z.enum(['reads', 'changes']),
        summary: z.string(),
      }),
    ),
  }),
  add: call({
    ...adding,
    path: `${path}/add.rest`,
    audit: 'accessToken.add',
    summary:
      'Make a personal access token; it acts as the caller, with some of their rights, and never orders a device',
    permission: 'session',
  }),
  addService: call({
    ...adding,
    path: `${path}/addService.rest`,
    audit: 'accessToken.addService',
    refuses: ['tokensFull', 'grantBeyondOwn'],
    summary: 'Make an access token of a service; it keeps working when its maker leaves',
    permission: ['organisation:edit'],
  }),
  remove: call({
    ...revoking,
    path: `${path}/delete.rest`,
    audit: 'accessToken.revoke',
    summary: 'Revoke own access tokens, all or none; they are refused from then on',
    permission: 'session',
  }),
  revoke: call({
    ...revoking,
    path: `${path}/revoke.rest`,
    audit: 'accessToken.revoke',
    summary: 'Revoke access tokens of the organisation, all or none',
    permission: ['organisation:edit'],
  }),
};
