import type { LastPlace } from '@eyrie/domain';
import { dockStyle, placeOfGps, type DockStyle } from '@eyrie/web/dock-style';
import { ageOf, latestOf } from '@eyrie/web/telemetry';

/** A dock as it stands at a monotonic moment: by its own word, and before that by the last one that was written down. */
export const dockNowOf = (
  place: LastPlace,
  at: number,
): { look: DockStyle; lng: number; lat: number; ageMs: number | null } => {
  const status = latestOf('dockStatus', place.oid);
  const presence = latestOf('dockPresence', place.oid);
  const newest = status ?? presence;
  const ageMs = newest && ageOf(newest, Math.max(at, newest.receivedAt));
  const look = dockStyle({
    record: { online: place.online, workState: null, bound: true },
    presence: presence?.data ?? null,
    status: status?.data ?? null,
    ageMs,
  });
  const where = placeOfGps(status?.data.gps) ?? placeOfGps(presence?.data.gps) ?? place;
  return { look, lng: where.lng, lat: where.lat, ageMs };
};
