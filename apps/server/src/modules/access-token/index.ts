import { accessTokenCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { createTokenProof } from './access-token.proof.ts';
import { createAccessTokens, type AccessTokenDeps } from './access-token.service.ts';

export interface AccessTokenRoom {
  authenticate: ReturnType<typeof createTokenProof>;
  endpoints: readonly Endpoint[];
}

/** Tokens with which programs call, for a member or for a service. */
export function createAccessToken(deps: AccessTokenDeps): AccessTokenRoom {
  const tokens = createAccessTokens(deps);
  return {
    authenticate: createTokenProof(deps.runtime),
    endpoints: [
      serve(accessTokenCalls.own, (_, context) => tokens.own(context)),
      serve(accessTokenCalls.query, (request, context) => tokens.query(request, context)),
      serve(accessTokenCalls.callQuery, async (_, { caller }) => tokens.callsFor(caller)),
      serve(accessTokenCalls.add, (request, context) => tokens.add('personal', request, context)),
      serve(accessTokenCalls.addService, (request, context) => tokens.add('service', request, context)),
      serve(accessTokenCalls.remove, async ({ oids }, context) => {
        await tokens.revokeOwn(oids, context);
        return { ok: true as const };
      }),
      serve(accessTokenCalls.revoke, async ({ oids }, context) => {
        await tokens.revokeAny(oids, context);
        return { ok: true as const };
      }),
    ],
  };
}
