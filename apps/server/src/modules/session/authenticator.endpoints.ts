import { sessionCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { AuthenticatorService } from './authenticator.service.ts';

/** The own authenticator app, and its removal by an administrator. */
export const authenticatorEndpoints = (authenticators: AuthenticatorService): Endpoint[] => [
  serve(sessionCalls.authenticator, (_, context) => authenticators.state(context)),
  serve(sessionCalls.authenticatorBegin, ({ password }, context) => authenticators.begin(password, context)),
  serve(sessionCalls.authenticatorConfirm, ({ totp }, context) => authenticators.confirm(totp, context)),
  serve(sessionCalls.authenticatorRenew, (proof, context) => authenticators.renew(proof, context)),
  serve(sessionCalls.authenticatorRemove, async (proof, context) => {
    await authenticators.remove(proof, context);
    return { ok: true as const };
  }),
  serve(sessionCalls.authenticatorReset, async ({ oid }, context) => {
    await authenticators.reset(oid, context);
    return { ok: true as const };
  }),
];
