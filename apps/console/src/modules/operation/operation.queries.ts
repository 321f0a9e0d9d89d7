import { limits, operationCalls, type RequestOf, type WorkRecord } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';

const key = 'operation';

/** Asked again and again while the page is open; `receivedAt` is monotonic, for ages that go on counting. */
export const useHealth = () =>
  useQuery({
    queryKey: [key, 'health'],
    queryFn: async ({ signal }) => ({
      ...(await call(operationCalls.health, {}, { signal, toast: false })),
      receivedAt: now(),
    }),
    refetchInterval: limits.operation.pollEvery,
  });

/** What the servers do again and again, asked for like their health. */
export const useTimers = () =>
  useQuery({
    queryKey: [key, 'timers'],
    queryFn: async ({ signal }) => ({
      ...(await call(operationCalls.timerQuery, {}, { signal, toast: false })),
      receivedAt: now(),
    }),
    refetchInterval: limits.operation.measureEvery,
  });

const isOpen = ({ state }: WorkRecord): boolean => state === 'queued' || state === 'running';

/** The newest work of a kind, followed closely while it waits or runs. */
export const useNewestWork = (kind: WorkRecord['kind']) =>
  useQuery({
    queryKey: [key, 'work', 'newest', kind],
    queryFn: async ({ signal }) =>
      (await call(operationCalls.workQuery, { kind, pageSize: 1 }, { signal, toast: false })).list[0] ?? null,
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? limits.operation.pollEvery / 2 : false),
  });

/** Everything of this word asks again: what was started shows up in more than one place. */
const useChanged = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [key] });
};

/** Asks for lists again when a work that makes their rows moves on, so that its end shows the new one. */
export const useRenewedWith = (work: WorkRecord | null | undefined): void => {
  const client = useQueryClient();
  const stands = work ? `${work.oid} ${work.state}` : '';
  useEffect(() => {
    if (stands !== '') void client.invalidateQueries({ queryKey: [key, 'query'] });
  }, [client, stands]);
};

export const useBegin = (kind: 'backup' | 'diagnosis') => {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => call(kind === 'backup' ? operationCalls.backup : operationCalls.diagnosis, {}),
    onSettled: changed,
  });
};

/** When the instance backs itself up; asked again, because the last one may be under way. */
export const useBackupPlan = () =>
  useQuery({
    queryKey: [key, 'plan'],
    queryFn: ({ signal }) => call(operationCalls.backupPlanGet, {}, { signal, toast: false }),
    refetchInterval: limits.operation.pollEvery * 5,
  });

export const useBackupPlanSet = () => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (request: RequestOf<typeof operationCalls.backupPlanSet>) =>
      call(operationCalls.backupPlanSet, request),
    onSuccess: changed,
  });
};
