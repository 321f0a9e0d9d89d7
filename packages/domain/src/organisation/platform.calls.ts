import { z } from 'zod';
import { call } from '../call.ts';
import { listOf, oid, optionalText, pageShape, sentInstant, text } from '../shape.ts';

/** An organisation as the operators of the instance see it: that it is there and how large, not what is in it. */
export const platformOrganisation = z.object({
  oid,
  name: z.string(),
  /** The one whose administrators may operate the instance. */
  first: z.boolean(),
  createdAt: sentInstant,
  memberCount: z.number().int(),
  dockCount: z.number().int(),
});
export type PlatformOrganisation = z.output<typeof platformOrganisation>;

export const platformDeclarations = {
  query: call({
    method: 'POST',
    path: '/nebula-five/organisation/query.rest',
    effect: 'reads',
    summary: 'Organisations of the instance, oldest first',
    permission: ['platform:operate'],
    request: z.object({ ...pageShape, keyword: optionalText(64).optional() }),
    response: listOf(platformOrganisation),
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/organisation/add.rest',
    effect: 'changes',
    audit: 'organisation.add',
    refuses: ['accountTaken', 'nameTaken', 'passwordCommon'],
    summary: 'Make a further organisation with an administrator, whose first password is shown once',
    permission: ['platform:operate'],
    request: z.object({ name: text(64), account: text(64) }),
    response: z.object({
      organisation: platformOrganisation,
      account: z.string(),
      /** To be changed at the first sign-in. */
      password: z.string(),
    }),
  }),
};
