import type { DockRecord } from '@eyrie/domain';
import { localPlane, type Place } from '@eyrie/geometry';
import { useLines, useThings, type Line, type MapHost, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { useMapParts } from '../../map-parts.ts';
import { dockNow } from '../../modules/dock/index.ts';
import { now } from '../../platform/clock.ts';
import { PlaceFoot } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';

/** A round about a point. `flown`: the aircraft flies it now. */
export interface Ring {
  centre: Place;
  /** Metres. */
  radius: number;
  flown: boolean;
}

const corners = 72;
const pathOf = ({ centre, radius }: Ring): Place[] => {
  const plane = localPlane(centre);
  return Array.from({ length: corners + 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    return plane.toPlace({ east: radius * Math.sin(angle), north: radius * Math.cos(angle) });
  });
};

/** Dock, aircraft and the point that is chosen; a click chooses another. */
export function FlyMap({
  dock,
  main,
  target,
  ring,
  onPick,
}: {
  /** Larger than the picture. */
  main: boolean;
  dock: DockRecord;
  target: Place | null;
  ring: Ring | null;
  onPick: (place: Place) => void;
}): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const [camera] = useState(() => {
    const { place } = dockNow(dock, now());
    return place && { ...place, zoom: 15 };
  });
  useMapParts(
    host,
    useMemo(() => [dock], [dock]),
  );
  const { lng, lat } = target ?? {};
  const things = useMemo<Thing[]>(
    () =>
      lng === undefined || lat === undefined ? [] : [{ id: 'target', lng, lat, look: 'working', badge: '1' }],
    [lng, lat],
  );
  useThings(host, 'fly-target', things);
  const ringKey = JSON.stringify(ring);
  const lines = useMemo<Line[]>(() => {
    const drawn = JSON.parse(ringKey) as Ring | null;
    return drawn ? [{ id: 'ring', path: pathOf(drawn), tone: 'accent', dashed: !drawn.flown }] : [];
  }, [ringKey]);
  useLines(host, 'fly-ring', lines);
  const picked = useEffectEvent((place: Place) => onPick(place));
  useEffect(() => host?.onClick(({ place }) => picked({ lng: place.lng, lat: place.lat })), [host]);
  return (
    <div className="fly-map">
      <PageMap label={text('mapLayer.label')} {...(camera ? { camera } : {})} onHost={setHost}>
        {main ? <PlaceFoot host={host} /> : null}
      </PageMap>
    </div>
  );
}
