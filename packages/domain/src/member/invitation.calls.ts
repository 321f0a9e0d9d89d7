import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { secret } from '../secret.ts';
import {
  deleteRequest,
  done,
  listOf,
  oid,
  optionalText,
  pageShape,
  rawText,
  sentInstant,
  text,
} from '../shape.ts';
import { invitation, invitationStates } from './member.ts';

const editors = ['member:edit'] as const;

const invitationCode = secret(rawText(100, 1));

/** What whoever holds a code is told. `gone`: withdrawn, tried too often, or never made. */
const answeredStates = [...invitationStates, 'gone'] as const;

export const readRate = { name: 'invitationLook', perMinute: limits.member.readsPerAddressPerMinute };
export const acceptRate = { name: 'invitation', perMinute: limits.member.acceptsPerAddressPerMinute };

/** Invitations: a link with which somebody makes the own account. */
export const invitationCalls = {
  query: call({
    method: 'POST',
    path: '/admisAuth/invitation/query.rest',
    effect: 'reads',
    summary: 'Invitations to the own department and those below, newest first',
    permission: editors,
    request: z.object({
      ...pageShape,
      groupOID: oid.optional(),
      keyword: optionalText(64).optional(),
      state: z.enum(invitationStates).optional(),
    }),
    response: listOf(invitation),
  }),
  add: call({
    method: 'POST',
    path: '/admisAuth/invitation/add.rest',
    effect: 'changes',
    audit: 'invitation.add',
    refuses: ['designatePerson', 'grantBeyondOwn', 'roleElsewhere', 'roleGroupAsPerson', 'superior'],
    summary: 'Invite somebody into a department; the code of the link is told in this answer and never again',
    permission: editors,
    request: z.object({
      groupOID: oid,
      roleOIDs: z.array(oid).max(limits.member.rolesMost).default([]),
      name: optionalText(limits.member.nameMax).optional(),
      phone: optionalText(limits.member.phoneMax).optional(),
      days: z.number().int().min(1).max(limits.member.invitationDaysMost).default(7),
    }),
    response: z.object({ oid, code: z.string(), expiresAt: sentInstant }),
  }),
  remove: call({
    method: 'POST',
    path: '/admisAuth/invitation/delete.rest',
    effect: 'changes',
    audit: 'invitation.delete',
    summary: 'Withdraw invitations: their links stop working',
    permission: editors,
    request: deleteRequest,
    response: done,
  }),
  look: call({
    method: 'POST',
    path: '/nebula-five/login/invitationState.rest',
    effect: 'reads',
    summary: 'What has become of the invitation behind a code, before anything is typed',
    rate: readRate,
    permission: 'public',
    request: z.object({ code: invitationCode }),
    response: z.object({ state: z.enum(answeredStates) }),
  }),
  accept: call({
    method: 'POST',
    path: '/nebula-five/login/bindingUserAndAddUserGroupAndUserRelation.rest',
    effect: 'changes',
    audit: 'invitation.accept',
    refuses: [
      'accountTaken',
      'grantBeyondOwn',
      'invitationSpent',
      'passwordCommon',
      'roleElsewhere',
      'superior',
    ],
    summary: 'Make the own account from an invitation',
    rate: acceptRate,
    permission: 'public',
    request: z.object({
      code: invitationCode,
      account: text(limits.member.accountMax),
      name: text(limits.member.nameMax),
      phone: optionalText(limits.member.phoneMax).optional(),
      password: secret(rawText(128, 1)),
    }),
    response: z.object({ account: z.string() }),
  }),
};
