import { playbackCalls, type PlaybackCopy } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** How often it is asked how far a copy is, ms. */
const renewEvery = 2_000;

const keyOf = (oid: string) => ['media', 'playback', oid];

/** Whether the copy is being made, or waits for it. */
export const isUnderWay = ({ state }: PlaybackCopy): boolean => state === 'queued' || state === 'running';

/** How the copy of a video stands that browsers play. @param wanted whether anybody needs it */
export const usePlayback = (oid: string, wanted: boolean) =>
  useQuery({
    queryKey: keyOf(oid),
    queryFn: ({ signal }) => call(playbackCalls.playback, { oid }, { signal, toast: false }),
    enabled: wanted,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? renewEvery : false),
  });

/** Asks for the copy of a video, or ends its making. */
export const useChangePlayback = (oid: string, what: 'make' | 'cancel') => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(playbackCalls[what], { oid }),
    // Refused, it stands otherwise than was shown.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(oid) }),
  });
};
