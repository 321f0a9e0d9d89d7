import { dockCalls, type DockRecord } from '@eyrie/domain';
import { loadStateOf, type LoadState } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';
import { useTelemetryAll } from '../../platform/telemetry.ts';

const shown = 100;

export interface Docks {
  records: readonly DockRecord[];
  load: LoadState;
}

/** The first docks of the member's departments. */
export const useDocks = (): Docks => {
  const query = useQuery({
    queryKey: ['dock', 'query', 'statistics'],
    queryFn: ({ signal }) =>
      call(dockCalls.query, { standing: 'inService', pageNum: 1, pageSize: shown, sort: 'name' }, { signal }),
    refetchInterval: 60_000,
  });
  return { records: query.data?.list ?? [], load: loadStateOf(query) };
};

/** Docks online and aircraft in the air right now, as pushed; null where the live link has not said anything yet. */
export const useLiveCounts = (): { docksOnline: number | null; dronesAirborne: number | null } => {
  const presences = useTelemetryAll('dockPresence');
  const drones = useTelemetryAll('droneTelemetry');
  if (presences.size === 0) return { docksOnline: null, dronesAirborne: null };
  const online = [...presences.values()].filter(({ data }) => data.online);
  const airborne = [...drones.values()].filter(({ data }) => data.online && data.airborne);
  return { docksOnline: online.length, dronesAirborne: airborne.length };
};
