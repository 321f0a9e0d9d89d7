import type { FlightRecord } from '@eyrie/domain';
import { bounds, type Place } from '@eyrie/geometry';
import { useLines, useThings, type Line, type MapHost, type Thing } from '@eyrie/map';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { PlaceFoot } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';
import { useFlightTrack } from './flight.queries.ts';
import './flight.css';

const ends = (path: readonly Place[], running: boolean): Thing[] => {
  const first = path[0];
  const last = path.at(-1);
  if (!first || !last) return [];
  return [
    { id: 'start', lng: first.lng, lat: first.lat, look: 'live', plate: true },
    { id: 'end', lng: last.lng, lat: last.lat, look: running ? 'working' : 'offline' },
  ];
};

function TrackMap({
  path,
  planned,
  running,
}: {
  path: Place[];
  planned: readonly Place[];
  running: boolean;
}): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const fitted = useRef<MapHost | null>(null);
  const lines = useMemo<Line[]>(
    () => [
      { id: 'planned', path: planned, tone: 'muted', width: 2, dashed: true },
      { id: 'track', path, tone: 'accent', arrows: true },
    ],
    [path, planned],
  );
  const things = useMemo(() => ends(path, running), [path, running]);
  useLines(host, 'track', lines);
  useThings(host, 'track-ends', things);
  useEffect(() => {
    if (!host || fitted.current === host) return;
    fitted.current = host;
    host.fit(bounds([...path, ...planned]), { padding: 40, maxZoom: 17 });
  }, [host, path, planned]);
  return (
    <div className="flight-track">
      <PageMap label={text('flight.track')} onHost={setHost}>
        <PlaceFoot host={host} />
      </PageMap>
    </div>
  );
}

const nothingPlanned: readonly Place[] = [];

export interface FlightTrackProps {
  flight: Pick<FlightRecord, 'oid' | 'state'>;
  /** The route it followed, for comparison. */
  planned?: readonly Place[] | undefined;
}

/** Where a flight went, over the route it was to follow. */
export function FlightTrack({ flight, planned = nothingPlanned }: FlightTrackProps): ReactNode {
  const text = useText();
  const running = flight.state === 'inFlight';
  const answer = useFlightTrack(flight.oid, running);
  const { data } = answer;
  const path = useMemo(
    () =>
      (data?.geometry.coordinates ?? []).flatMap(([lng, lat]) =>
        lng === undefined || lat === undefined ? [] : [{ lng, lat }],
      ),
    [data],
  );
  return (
    <>
      <Loaded state={loadStateOf(answer)}>
        {() => (path.length < 2 ? <p className="flight-none">{text('flight.noTrack')}</p> : null)}
      </Loaded>
      {path.length < 2 && planned.length < 2 ? null : (
        <TrackMap path={path} planned={planned} running={running} />
      )}
    </>
  );
}
