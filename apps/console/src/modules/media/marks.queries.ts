import { markCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** Marks files; what is shown of them is asked for again. */
export const useMark = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestOf<typeof markCalls.mark>) => call(markCalls.mark, request),
    onSettled: () => client.invalidateQueries({ queryKey: ['media'] }),
  });
};

/** Labels that are in use, the most frequent first. */
export const useLabels = () =>
  useQuery({
    queryKey: ['media', 'labels'],
    queryFn: async ({ signal }) => (await call(markCalls.labels, {}, { signal, toast: false })).list,
    staleTime: 30_000,
  });

const commentsKey = (oid: string) => ['media', 'comments', oid] as const;

export const useComments = (oid: string) =>
  useQuery({
    queryKey: commentsKey(oid),
    queryFn: async ({ signal }) => (await call(markCalls.comments, { oid }, { signal, toast: false })).list,
  });

/** Comments on one file. */
export const useComment = (oid: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comment: string) => call(markCalls.comment, { oid, comment }),
    onSettled: () => client.invalidateQueries({ queryKey: commentsKey(oid) }),
  });
};
