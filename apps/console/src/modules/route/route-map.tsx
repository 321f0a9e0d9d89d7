import type { Waypoint } from '@eyrie/domain';
import { bounds, type Place } from '@eyrie/geometry';
import { useLines, useThings, type Line, type MapHost, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';

const layerId = 'waypoints';

/** More numbers than this hide the line they stand on; then only the ends and the chosen one are numbered. */
const numberedAtMost = 150;

const thingsOf = (waypoints: readonly Waypoint[], active: number | null): Thing[] =>
  waypoints.flatMap((waypoint, index) => {
    const end = index === 0 || index === waypoints.length - 1;
    if (waypoints.length > numberedAtMost && !end && index !== active) return [];
    return [
      {
        id: String(index),
        lng: waypoint.lng,
        lat: waypoint.lat,
        look: end ? ('live' as const) : ('working' as const),
        badge: String(index + 1),
      },
    ];
  });

export interface RouteMapProps {
  waypoints: readonly Waypoint[];
  active: number | null;
  onActive: (index: number | null) => void;
  /** Drawn beside the line. */
  ways?: readonly Line[];
  /** Drawn beside the waypoints. */
  things?: readonly Thing[];
  /** What has to be in sight besides. */
  within?: readonly Place[];
  /** The map once it runs, for what lies under the route. */
  onHost?: (host: MapHost | null) => void;
}

const noLines: readonly Line[] = [];
const noThings: readonly Thing[] = [];
const noPlaces: readonly Place[] = [];

/** A route on the map: its line with direction, its waypoints by number. */
export function RouteMap({
  waypoints,
  active,
  onActive,
  ways = noLines,
  things: beside = noThings,
  within = noPlaces,
  onHost,
}: RouteMapProps): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const lines = useMemo<Line[]>(
    () => [...ways, { id: 'route', path: waypoints, tone: 'accent', arrows: true }],
    [waypoints, ways],
  );
  const things = useMemo(() => thingsOf(waypoints, active), [waypoints, active]);
  useLines(host, 'route-line', lines);
  useThings(host, layerId, things, active === null ? null : String(active));
  useThings(host, 'beside-route', beside);
  useEffect(
    () => host?.fit(bounds([...waypoints, ...within]), { padding: 40, maxZoom: 17 }),
    [host, waypoints, within],
  );
  const clicked = useEffectEvent((id: string | null) => onActive(id === null ? null : Number(id)));
  useEffect(() => host?.onClick((hit) => clicked(hit.layerId === layerId ? hit.id : null)), [host]);
  return (
    <div className="route-map">
      <PageMap
        label={text('route.map')}
        onHost={(running) => {
          setHost(running);
          onHost?.(running);
        }}
      >
        <div className="route-map-zoom">
          <ZoomButtons host={host} />
        </div>
        <PlaceFoot host={host} />
      </PageMap>
    </div>
  );
}
