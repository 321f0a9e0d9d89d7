import { organisationCalls, type RequestOf } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const key = ['organisation', 'all'];

export const useOrganisations = (filters: RequestOf<typeof organisationCalls.query>) =>
  useQuery({
    queryKey: [...key, filters],
    queryFn: ({ signal }) => call(organisationCalls.query, filters, { signal }),
    placeholderData: keepPreviousData,
  });

/** A refusal is thrown and not toasted: the dialog shows it beside the fields. */
export const useOrganisationAdd = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestOf<typeof organisationCalls.add>) =>
      call(organisationCalls.add, request, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
};
