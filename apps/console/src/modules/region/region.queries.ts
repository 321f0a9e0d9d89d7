import { regionCalls, type DrawnRegion } from '@eyrie/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';

/** Changes come in bursts: of an import, of many that are deleted. Milliseconds. */
const settle = 300;

/** Tells when regions, or the areas of docks, are others. @returns what ends it */
export const onRegionsChanged = (changed: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onLiveMessage(({ name }) => {
    if (name !== 'regionBusiness') return;
    clearTimeout(timer);
    timer = setTimeout(changed, settle);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};

const none: readonly DrawnRegion[] = [];

/** Everything about regions that is asked for stays as the server has it. */
export const useFollowRegions = (): void => {
  const client = useQueryClient();
  useEffect(() => onRegionsChanged(() => void client.invalidateQueries({ queryKey: ['region'] })), [client]);
};

/** The regions that are drawn. */
export const useRegionsAnswer = () =>
  useQuery({
    queryKey: ['region', 'shown'],
    queryFn: ({ signal }) => call(regionCalls.shown, {}, { signal, toast: false }),
  });

export const useShownRegions = (): { regions: readonly DrawnRegion[]; leftOut: number } => {
  const { data } = useRegionsAnswer();
  return { regions: data?.list ?? none, leftOut: data?.leftOut ?? 0 };
};
