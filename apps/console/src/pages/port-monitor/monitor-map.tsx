import type { DockRecord, FlightRecord, LiveDataOf, Waypoint } from '@eyrie/domain';
import { bounds, type Bounds, type Place } from '@eyrie/geometry';
import { useLines, useThings, type Line, type MapHost, type Padding, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useMapParts } from '../../map-parts.ts';
import { dockNow } from '../../modules/dock/index.ts';
import { useFlightTrack } from '../../modules/flight/index.ts';
import { useRoute } from '../../modules/route/index.ts';
import { now } from '../../platform/clock.ts';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { flownWay, withHeard, type TailPoint } from './flown-way.ts';

/** The newest stretch of the flight straight from the live messages. */
const useTail = (droneOID: string | null, flightOID: string): readonly TailPoint[] => {
  const [tail, setTail] = useState<readonly TailPoint[]>([]);
  useEffect(() => {
    return onLiveMessage((message) => {
      if (message.name !== 'droneTelemetry' || message.objectID !== droneOID) return;
      const data = message.data as LiveDataOf<'droneTelemetry'>;
      setTail((before) => withHeard(before, flightOID, data, message.time));
    });
  }, [droneOID, flightOID]);
  return tail;
};

const none: readonly Waypoint[] = [];

/** The route as planned and the way as flown, kept on the map while there is a flight. */
function FlightLines({
  host,
  flight,
  droneOID,
  planned,
}: {
  host: MapHost | null;
  flight: FlightRecord;
  droneOID: string | null;
  planned: readonly Waypoint[];
}): null {
  const running = flight.state === 'inFlight';
  const { data } = useFlightTrack(flight.oid, running);
  const tail = useTail(droneOID, flight.oid);
  const lines = useMemo<Line[]>(() => {
    const flown = flownWay(data, tail, running);
    return [
      { id: 'planned', path: planned, tone: 'muted', width: 2, dashed: true, arrows: true },
      { id: 'flown', path: flown, tone: 'accent' },
    ];
  }, [data, tail, running, planned]);
  useLines(host, 'monitor-lines', lines);
  return null;
}

/** Between the new size of the page and that of the drawing. */
const settle = 150;

/** Words stand below what they name and beside it: in the small map its edge would cut them. */
const smallPadding: Padding = { top: 28, right: 64, bottom: 48, left: 64 };

/** Shows the whole flight at first, when the route is known, and whenever the map has got another size. */
const useRefit = (
  host: MapHost | null,
  frame: RefObject<HTMLDivElement | null>,
  box: Bounds | null,
  padding: number | Padding,
): void => {
  const fit = useEffectEvent(() => host?.fit(box, { padding, maxZoom: 16 }));
  useEffect(() => fit(), [host, box]);
  useEffect(() => {
    if (!frame.current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => fit(), settle);
    });
    observer.observe(frame.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [frame]);
};

/** What the map carries while it is the larger picture. */
function Tools({ host }: { host: MapHost | null }): ReactNode {
  return (
    <>
      <div className="monitor-zoom">
        <ZoomButtons host={host} />
      </div>
      <PlaceFoot host={host} />
    </>
  );
}

export interface MonitorMapProps {
  dock: DockRecord;
  flight: FlightRecord | null;
  droneOID: string | null;
  home: Place | null;
  /** The larger of the two pictures: then it carries its tools. */
  main: boolean;
}

/** The map of the monitor: the route as planned, the way as flown, home, dock and aircraft. */
export function MonitorMap({ dock, flight, droneOID, home, main }: MonitorMapProps): ReactNode {
  const text = useText();
  const [camera] = useState(() => {
    const { place } = dockNow(dock, now());
    return place && { ...place, zoom: 15 };
  });
  const [host, setHost] = useState<MapHost | null>(null);
  const { data: route } = useRoute(flight?.routeOID ?? null, { toast: false });
  const planned = route?.waypoints ?? none;
  const { lng, lat } = home ?? {};
  const things = useMemo<Thing[]>(
    () =>
      lng === undefined || lat === undefined ? [] : [{ id: 'home', lng, lat, look: 'live', badge: 'H' }],
    [lng, lat],
  );
  useThings(host, 'monitor-home', things);
  useMapParts(
    host,
    useMemo(() => [dock], [dock]),
  );
  const all = useMemo(() => {
    const place = dockNow(dock, now()).place;
    return bounds([...planned, ...(place ? [place] : [])]);
  }, [dock, planned]);
  const frame = useRef<HTMLDivElement>(null);
  useRefit(host, frame, all, main ? 60 : smallPadding);
  return (
    <div className="monitor-map" ref={frame}>
      <PageMap label={text('mapLayer.label')} {...(camera ? { camera } : {})} onHost={setHost}>
        {flight ? (
          <FlightLines key={flight.oid} host={host} flight={flight} droneOID={droneOID} planned={planned} />
        ) : null}
        {main ? <Tools host={host} /> : null}
      </PageMap>
    </div>
  );
}
