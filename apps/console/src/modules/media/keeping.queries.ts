import { keepingCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** A page of the bin. */
export const useBin = (page: { pageNum: number; pageSize: number }) =>
  useQuery({
    queryKey: ['media', 'bin', page],
    queryFn: ({ signal }) => call(keepingCalls.bin, page, { signal, toast: false }),
  });

const useChange = <Request>(send: (request: Request) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: ['media'] }),
  });
};

export const useRestore = () =>
  useChange((request: RequestOf<typeof keepingCalls.restore>) => call(keepingCalls.restore, request));
export const useHold = () =>
  useChange((request: RequestOf<typeof keepingCalls.hold>) => call(keepingCalls.hold, request));
export const useRelease = () =>
  useChange((request: RequestOf<typeof keepingCalls.release>) => call(keepingCalls.release, request));

export const useRetention = () =>
  useQuery({
    queryKey: ['media', 'retention'],
    queryFn: ({ signal }) => call(keepingCalls.retention, {}, { signal, toast: false }),
  });
export const useSetRetention = () =>
  useChange((request: RequestOf<typeof keepingCalls.setRetention>) =>
    call(keepingCalls.setRetention, request),
  );
/** What would go by rules; asked for when somebody wants to see it. */
export const useRetentionPreview = () =>
  useMutation({
    mutationFn: (rules: RequestOf<typeof keepingCalls.retentionPreview>) =>
      call(keepingCalls.retentionPreview, rules),
  });
