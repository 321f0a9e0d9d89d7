import { organisationCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

export type OrganisationChange = RequestOf<typeof organisationCalls.edit>;
export type OpenIdChange = RequestOf<typeof organisationCalls.openIdEdit>;

export const useOrganisation = () =>
  useQuery({
    queryKey: ['organisation', 'settings'],
    queryFn: ({ signal }) => call(organisationCalls.get, {}, { signal }),
  });

const useChange = <Request, Answer>(
  part: 'settings' | 'openId',
  mutationFn: (request: Request) => Promise<Answer>,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: ['organisation', part] }),
  });
};

export const useOrganisationEdit = () =>
  useChange('settings', (change: OrganisationChange) =>
    call(organisationCalls.edit, change, { toast: false }),
  );

export const useOpenIdProvider = () =>
  useQuery({
    queryKey: ['organisation', 'openId'],
    queryFn: ({ signal }) => call(organisationCalls.openId, {}, { signal }),
  });

export const useOpenIdEdit = () =>
  useChange('openId', (change: OpenIdChange) => call(organisationCalls.openIdEdit, change));
