import type { Waypoint } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { useLines, type Line, type MapHost } from '@eyrie/map';
import { useMemo } from 'react';
import { useFlight } from '../../modules/flight/index.ts';
import { useRoute } from '../../modules/route/index.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { routeParts } from './route-parts.ts';

const none: readonly Waypoint[] = [];

export interface FlownRouteProps {
  host: MapHost | null;
  dockOID: string;
  droneOID: string | null;
}

/** The planned route of the flight that a dock has in the air: what is flown of it, and what is left. */
export function FlownRoute({ host, dockOID, droneOID }: FlownRouteProps): null {
  const job = useTelemetry('dockPresence', dockOID)?.data.job ?? null;
  const { data: flight } = useFlight(job?.flightOID ?? null);
  const { data: route } = useRoute(flight?.routeOID ?? null, { toast: false });
  const drone = useTelemetry('droneTelemetry', droneOID)?.data;
  const { lng = null, lat = null } = drone?.online ? drone : {};
  const planned = (job && route?.waypoints) || none;
  const waypoint = job?.waypoint ?? null;
  const lines = useMemo<Line[]>(() => {
    const at: Place | null = lng === null || lat === null ? null : { lng, lat };
    const { flown, left } = routeParts(planned, waypoint, at);
    return [
      { id: 'left', path: left, tone: 'text', width: 2, dashed: true, arrows: true },
      { id: 'flown', path: flown, tone: 'muted', width: 2 },
    ];
  }, [planned, waypoint, lng, lat]);
  useLines(host, 'flight-route', lines);
  return null;
}
