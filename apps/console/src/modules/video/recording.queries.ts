import { limits, videoCalls, type LiveRecording } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const keyOf = (dockOID: string) => ['video', 'recordings', dockOID] as const;

interface Recordings {
  /** Newest first, as they were answered last; undefined: they never were. */
  recordings: readonly LiveRecording[] | undefined;
  /** The last time it was asked nobody answered. */
  failed: boolean;
}

/** What is recorded of a dock and its aircraft. */
export const useRecordings = (dockOID: string): Recordings => {
  const { data, isError } = useQuery({
    queryKey: keyOf(dockOID),
    queryFn: async ({ signal }) =>
      (await call(videoCalls.recordings, { oid: dockOID }, { signal, toast: false })).list,
    refetchInterval: limits.recording.askEvery,
  });
  return { recordings: data, failed: isError };
};

/** Begins a recording, and ends one. What was refused is shown. */
export const useRecordingActs = (dockOID: string) => {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(dockOID) });
  const start = useMutation({
    mutationFn: (videoId: string) => call(videoCalls.startRecording, { oid: dockOID, videoId }),
    onSettled,
  });
  const stop = useMutation({
    mutationFn: (oid: string) => call(videoCalls.stopRecording, { oid }),
    onSettled,
  });
  return { start, stop };
};
