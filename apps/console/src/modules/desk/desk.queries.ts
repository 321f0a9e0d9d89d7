import { deskCalls, limits, type DeskNote, type ResponseOf } from '@eyrie/domain';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

export type DeskNow = ResponseOf<typeof deskCalls.now>;
const key = ['desk'];

export const useDesk = (): UseQueryResult<DeskNow> =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(deskCalls.now, {}, { signal, toast: false }),
    refetchInterval: limits.desk.askEvery,
  });

/** After an answer, or none, the desk is asked for again: nobody is left with a note that somebody else took over. */
const useDeskChange = <Given>(
  change: (given: Given) => Promise<DeskNote>,
): UseMutationResult<DeskNote, Error, Given> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
};
export const useLeaveNote = () => useDeskChange((text: string) => call(deskCalls.note, { text }));
export const useAcknowledge = () => useDeskChange((oid: string) => call(deskCalls.acknowledge, { oid }));
