import { dockCalls, type DockRecord } from '@eyrie/domain';
import { loadStateOf, type LoadState } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { dockNow, useRecordsNow } from '../../modules/dock/index.ts';
import { useNow } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { useTelemetryAll } from '../../platform/telemetry.ts';
import { inOrder } from './dock-order.ts';

const shown = 100;
const none: readonly DockRecord[] = [];

export interface Docks {
  records: readonly DockRecord[];
  /** The same as they were read: they change once a minute. */
  read: readonly DockRecord[];
  /** All docks in service, those that are not shown too. */
  total: number;
  load: LoadState;
}

/** Docks of the member's departments in the order of what needs a person, those that are there before all others. */
export const useDocks = (): Docks => {
  const query = useQuery({
    queryKey: ['dock', 'query', 'statistics'],
    queryFn: async ({ signal }) => {
      const page = { standing: 'inService', pageNum: 1, pageSize: shown, sort: 'name' } as const;
      const all = await call(dockCalls.query, page, { signal });
      // Of many docks the first by name may all be silent.
      const there =
        all.total > shown ? (await call(dockCalls.query, { ...page, online: true }, { signal })).list : [];
      const list = [...new Map([...there, ...all.list].map((dock) => [dock.oid, dock])).values()];
      return { list, total: all.total };
    },
    refetchInterval: 60_000,
  });
  const read = query.data?.list ?? none;
  const records = useRecordsNow(read);
  const at = useNow();
  const ordered = inOrder(records, (record) => dockNow(record, at).look.state);
  return { records: ordered, read, total: query.data?.total ?? 0, load: loadStateOf(query) };
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
