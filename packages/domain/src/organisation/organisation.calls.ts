import { z } from 'zod';
import { call } from '../call.ts';
import { secret } from '../secret.ts';
import { deleteRequest, done, empty, mark, text } from '../shape.ts';
import { platformDeclarations } from './platform.calls.ts';
import { integrationKey, openIdProvider, organisationRecord, organisationSettings } from './organisation.ts';

/** An address as far as its form goes; where it may lead the server judges. */
const issuer = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]{0,200}[A-Za-z0-9])?(?::\d{1,5})?(?:\/[\w./~-]{0,90})?$/);

const readers = ['/operation', 'organisation:edit'] as const;

export const organisationCalls = {
  ...platformDeclarations,
  get: call({
    method: 'GET',
    path: '/nebula-five/organisation/get.rest',
    effect: 'reads',
    summary: 'Name, time zone and sign-in rules of the own organisation',
    permission: readers,
    request: empty,
    response: organisationRecord,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/organisation/edit.rest',
    effect: 'changes',
    audit: 'organisation.edit',
    publishes: 'settings',
    refuses: ['nameTaken'],
    summary:
      'Change name, time zone or sign-in rules of the own organisation; `before`: what of it was read, else 409',
    permission: ['organisation:edit'],
    request: organisationSettings.partial().extend({ before: organisationSettings.partial().optional() }),
    response: organisationRecord,
  }),
  keys: call({
    method: 'POST',
    path: '/nebula-five/integrationKey/query.rest',
    effect: 'reads',
    summary: 'Keys with which other systems sign people in',
    permission: readers,
    request: empty,
    response: z.array(integrationKey),
  }),
  keyAdd: call({
    method: 'POST',
    path: '/nebula-five/integrationKey/add.rest',
    effect: 'changes',
    audit: 'integrationKey.add',
    refuses: ['keysFull', 'nameTaken', 'unsurpassedOnly'],
    summary: 'Make an integration key; the private half is shown once',
    permission: ['organisation:edit'],
    request: z.object({ name: text(64) }),
    response: integrationKey.extend({
      /** `EdDSA`, the only one that is taken. */
      algorithm: z.string(),
      /** PKCS#8 PEM. */
      privateKey: z.string(),
      /** What the payload must carry as `aud`. */
      audience: z.string(),
    }),
  }),
  keyRemove: call({
    method: 'POST',
    path: '/nebula-five/integrationKey/delete.rest',
    effect: 'changes',
    audit: 'integrationKey.delete',
    summary: 'Delete integration keys, all or none; what they signed is refused from then on',
    permission: ['organisation:edit'],
    request: deleteRequest,
    response: done,
  }),
  openId: call({
    method: 'GET',
    path: '/nebula-five/openId/get.rest',
    effect: 'reads',
    summary: 'The OpenID provider of the own organisation',
    permission: readers,
    request: empty,
    response: openIdProvider,
  }),
  openIdEdit: call({
    method: 'POST',
    path: '/nebula-five/openId/edit.rest',
    effect: 'changes',
    audit: 'openId.edit',
    refuses: ['unsurpassedOnly'],
    summary: 'Set the OpenID provider; a missing secret stays as it is',
    permission: ['organisation:edit'],
    request: z.object({
      enabled: z.boolean(),
      name: text(40),
      issuer,
      clientId: text(200),
      clientSecret: secret(mark(1, 500)).optional(),
      accountClaim: text(64),
    }),
    response: openIdProvider,
  }),
};
