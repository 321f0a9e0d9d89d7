import { waiverCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** A flight that waits, or a run of a task by the wall time of its schedule. */
export type WaivedThing = { flightOID: string } | { taskOID: string; wall: string };

const key = 'verdict';
/** Runs are judged anew every few minutes, and right after something was waived. */
const renewEvery = 15_000;

export const useRunVerdict = (run: { taskOID: string; wall: string }) =>
  useQuery({
    queryKey: [key, 'run', run],
    queryFn: ({ signal }) => call(waiverCalls.runVerdict, run, { signal, toast: false }),
    refetchInterval: renewEvery,
  });

export const useWaivers = (of: WaivedThing) =>
  useQuery({
    queryKey: [key, 'waivers', of],
    queryFn: ({ signal }) => call(waiverCalls.waivers, of, { signal, toast: false }),
    refetchInterval: renewEvery,
  });

const useChanged = () => {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [key, 'task', 'flight', 'gate'].map((word) => client.invalidateQueries({ queryKey: [word] })),
    );
};

export const useWaive = () => {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: (given: RequestOf<typeof waiverCalls.waive>) =>
      call(waiverCalls.waive, given, { toast: false }),
    onSuccess,
  });
};

export const useWaiverChange = (word: 'waiverConfirm' | 'waiverEnd') => {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: (oid: string) => call(waiverCalls[word], { oid }, { toast: false }),
    onSuccess,
  });
};
