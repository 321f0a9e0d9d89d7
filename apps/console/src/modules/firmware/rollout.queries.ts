import { rolloutCalls, type RolloutRecord, type RolloutSummary } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';
import { word } from './firmware.queries.ts';

export const rolloutsShown = 5;
/** How often a rollout that is not over is asked for, and all others; ms. */
const followEvery = 2_000;
const lookEvery = 10_000;

const isOpen = ({ state }: Pick<RolloutSummary, 'state'>): boolean =>
  state === 'asked' || state === 'running';
const isMoving = (rollout: RolloutRecord): boolean =>
  isOpen(rollout) || rollout.places.some(({ state }) => state === 'ordered');

/** Rollouts of the organisation, as they stand now. */
export const useRollouts = (pageNum: number) =>
  useQuery({
    queryKey: [word, 'rollouts', pageNum],
    queryFn: ({ signal }) =>
      call(rolloutCalls.query, { pageNum, pageSize: rolloutsShown }, { signal, toast: false }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.list.some(isOpen) ? followEvery : lookEvery),
    staleTime: 0,
  });

/** One rollout with its docks. */
export const useRollout = (oid: string) =>
  useQuery({
    queryKey: [word, 'rollout', oid],
    queryFn: ({ signal }) => call(rolloutCalls.get, { oid }, { signal, toast: false }),
    refetchInterval: ({ state: { data } }) => (!data || isMoving(data) ? followEvery : lookEvery),
    staleTime: 0,
  });

/** Docks that a package is for. */
export const useCandidates = (firmwareOID: string | null) =>
  useQuery({
    queryKey: [word, 'candidates', firmwareOID],
    enabled: firmwareOID !== null,
    queryFn: ({ signal }) =>
      call(rolloutCalls.candidates, { firmwareOID: firmwareOID ?? '' }, { signal, toast: false }),
    staleTime: 0,
  });

export interface NewRollout {
  firmwareOID: string;
  docks: string[];
  firstWave: number;
  waveSize: number;
  note: string;
}

/** Changes of rollouts. A refusal raises its toast. */
export const useRolloutChanges = () => {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: [word] });
  const asked = useMutation({
    mutationFn: (rollout: NewRollout) => call(rolloutCalls.ask, rollout),
    onSettled,
  });
  const decided = useMutation({
    mutationFn: (decision: { oid: string; approve: boolean; reason?: string }) =>
      call(rolloutCalls.decide, decision),
    onSettled,
  });
  const ended = useMutation({ mutationFn: (oid: string) => call(rolloutCalls.end, { oid }), onSettled });
  return { asked, decided, ended };
};
