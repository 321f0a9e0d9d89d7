import { organisationCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** A refusal is thrown and not toasted: the dialog shows it beside the fields. */
export const useOrganisationAdd = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestOf<typeof organisationCalls.add>) =>
      call(organisationCalls.add, request, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['organisation'] }),
  });
};
