import { linkLevel, type DockRecord, type DockStatus, type DroneTelemetry } from '@eyrie/domain';
import { isOld, type Aged } from '../../platform/aged.ts';
import { useNow } from '../../platform/clock.ts';
import { useLink } from '../../platform/live.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { ageOf, lastKnownDrone, useTelemetry, type Latest } from '../../platform/telemetry.ts';
import { fliesNow } from './flies-now.ts';
import { threeLinks, type ThreeLinks } from './link-ladder.ts';

export interface Live {
  dock: Aged<DockStatus>;
  drone: Aged<DroneTelemetry>;
  presence: Latest<'dockPresence'>['data'] | null;
  dockOnline: boolean;
  droneOnline: boolean;
  airborne: boolean;
  pageLinkUp: boolean;
  links: ThreeLinks;
  ages: Readonly<Record<keyof ThreeLinks, number | null>>;
}

const aged = <Data>(latest: { data: Data } | null, ageMs: number | null): Aged<Data> => ({
  data: latest?.data ?? null,
  ageMs,
  level: linkLevel(ageMs),
});

/** Everything the live messages say about a dock and its aircraft, with ages that count on. */
export const useLive = (record: DockRecord): Live => {
  const link = useLink();
  const page = link.state === 'up' && link.quietSince !== null ? 'quiet' : link.state;
  const at = useNow();
  const status = useTelemetry('dockStatus', record.oid);
  const presence = useTelemetry('dockPresence', record.oid);
  const droneOID = presence?.data.droneOID ?? record.droneOID;
  const telemetry = useTelemetry('droneTelemetry', droneOID);
  // The clock of ticks can lag behind a message that came in between.
  const age = (latest: Latest | null): number | null =>
    latest ? ageOf(latest, Math.max(at, latest.receivedAt)) : null;
  const dock = aged(status, age(status));
  const drone = aged(telemetry, age(telemetry));
  const dockOnline = presence?.data.online ?? record.online;
  const droneOnline = telemetry?.data.online ?? presence?.data.droneOnline ?? false;
  const known = droneOID ? lastKnownDrone(droneOID) : null;
  const airborne = fliesNow({
    drone: telemetry?.data ?? null,
    known,
    dock:
      status && dockOnline && !isOld(dock.level)
        ? {
            droneInDock: status.data.droneInDock,
            receivedAt: status.receivedAt,
            partsAgeMs: status.data.partsAgeMs,
          }
        : null,
  });
  const dockAge = status ? dock.ageMs : age(presence);
  return {
    dock,
    drone,
    presence: presence?.data ?? null,
    dockOnline,
    droneOnline,
    airborne,
    pageLinkUp: page === 'up',
    links: threeLinks({
      page,
      dock: { online: presence ? dockOnline : null, level: linkLevel(dockAge) },
      drone: { online: presence || telemetry ? droneOnline : null, airborne, level: drone.level },
    }),
    ages: {
      page: Math.max(0, at - (page === 'quiet' ? (link.quietSince ?? at) : link.since)),
      dock: dockAge,
      drone: drone.ageMs,
    },
  };
};

/** Server moment of the last word of the dock, where its word is too old to hold now; null: it is heard. */
export const useUnknownSince = ({ dock: { ageMs, level } }: Live): number | null => {
  const at = useNow();
  return ageMs !== null && isOld(level) ? serverMoment(at - ageMs) : null;
};
