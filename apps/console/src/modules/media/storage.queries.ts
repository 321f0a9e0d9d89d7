import { storageCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const storageEvery = 60_000;

/** What files take of the room that there is. */
export const useStorage = () =>
  useQuery({
    queryKey: ['media', 'storage'],
    queryFn: ({ signal }) => call(storageCalls.statistics, {}, { signal, toast: false }),
    refetchInterval: storageEvery,
  });

export const useSetQuota = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestOf<typeof storageCalls.setQuota>) => call(storageCalls.setQuota, request),
    onSettled: () => client.invalidateQueries({ queryKey: ['media', 'storage'] }),
  });
};
