import { flightKeepingCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const useChange = <Request>(send: (request: Request) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: ['flight'] }),
  });
};

export const useFlightHold = () =>
  useChange((request: RequestOf<typeof flightKeepingCalls.hold>) => call(flightKeepingCalls.hold, request));
export const useFlightRelease = () =>
  useChange((request: RequestOf<typeof flightKeepingCalls.release>) =>
    call(flightKeepingCalls.release, request),
  );

export const useFlightRetention = () =>
  useQuery({
    queryKey: ['flight', 'retention'],
    queryFn: ({ signal }) => call(flightKeepingCalls.retention, {}, { signal, toast: false }),
  });
export const useSetFlightRetention = () =>
  useChange((request: RequestOf<typeof flightKeepingCalls.setRetention>) =>
    call(flightKeepingCalls.setRetention, request),
  );
/** Which records would go by rules; asked for when somebody wants to see it. */
export const useFlightRetentionPreview = () =>
  useMutation({
    mutationFn: (rules: RequestOf<typeof flightKeepingCalls.retentionPreview>) =>
      call(flightKeepingCalls.retentionPreview, rules),
  });
