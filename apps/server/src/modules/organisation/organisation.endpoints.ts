import { organisationCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { IntegrationKeys } from './integration-key.service.ts';
import type { OpenIdProviders } from './openid.service.ts';
import type { OrganisationService } from './organisation.service.ts';

export const organisationEndpoints = (deps: {
  organisations: OrganisationService;
  keys: IntegrationKeys;
  providers: OpenIdProviders;
}): Endpoint[] => {
  const { organisations, keys, providers } = deps;
  return [
    serve(organisationCalls.get, (_, { caller }) => organisations.get(caller)),
    serve(organisationCalls.edit, (request, context) => organisations.edit(request, context)),
    serve(organisationCalls.keys, (_, { caller }) => keys.list(caller)),
    serve(organisationCalls.keyAdd, ({ name }, context) => keys.add(name, context)),
    serve(organisationCalls.keyRemove, async ({ oids }, context) => {
      await keys.remove(oids, context);
      return { ok: true as const };
    }),
    serve(organisationCalls.openId, (_, { caller }) => providers.get(caller)),
    serve(organisationCalls.openIdEdit, (request, context) => providers.edit(request, context)),
  ];
};
