import { windAbortCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const key = 'windAbort';
/** Whoever is asked has seconds to answer. */
const askAgain = 2_000;

/** What the wind led to in a flight; asked again and again while it is in the air. */
export const useWindAborts = (flightOID: string | null, inFlight: boolean) =>
  useQuery({
    queryKey: [key, flightOID],
    queryFn: ({ signal }) => call(windAbortCalls.list, { oid: flightOID ?? '' }, { signal, toast: false }),
    enabled: flightOID !== null,
    refetchInterval: inFlight ? askAgain : false,
  });

export const useWindAnswer = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: RequestOf<typeof windAbortCalls.answer>) =>
      call(windAbortCalls.answer, answer, { toast: false }),
    // Also where it was refused: somebody was quicker.
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
};
