import type { OrderAround } from '@eyrie/domain';
import { bounds, destination, type Place } from '@eyrie/geometry';
import { usePolygons, useThings, type MapHost, type Polygon, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';

/** Labels stand under their marks, and the scale over the foot of the map. */
const room = { top: 48, bottom: 80, left: 64, right: 64 };
/** Degrees between two corners of a circle. */
const step = 10;

const circleAround = (place: Place, metres: number): Place[] =>
  Array.from({ length: 360 / step }, (_, index) => destination(place, index * step, metres));

/** Where it lies, within which distance, and the dock of the flight that found it. */
export default function OrderMap({ place, dock }: Pick<OrderAround, 'place' | 'dock'>): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const { lng, lat, radius } = place ?? {};
  const dockLng = dock.place?.lng;
  const dockLat = dock.place?.lat;
  const dockName = dock.thing?.name ?? '';
  const finding = text('workOrder.placeMark');
  const things = useMemo<Thing[]>(
    () => [
      ...(lng === undefined || lat === undefined
        ? []
        : [{ id: 'finding', lng, lat, look: 'attention' as const, label: finding }]),
      ...(dockLng === undefined || dockLat === undefined
        ? []
        : [
            {
              id: 'dock',
              lng: dockLng,
              lat: dockLat,
              look: 'working' as const,
              plate: true,
              label: dockName,
            },
          ]),
    ],
    [lng, lat, dockLng, dockLat, dockName, finding],
  );
  useThings(host, 'order-places', things);
  const circles = useMemo<Polygon[]>(
    () =>
      lng === undefined || lat === undefined || radius === undefined || radius === null
        ? []
        : [{ id: 'radius', rings: [circleAround({ lng, lat }, radius)], tone: 'attention', fill: 0.15 }],
    [lng, lat, radius],
  );
  usePolygons(host, 'order-radius', circles);
  const fit = useEffectEvent(() => host?.fit(bounds(things), { padding: room, maxZoom: 17 }));
  // Again only when there is something else to see: the eye belongs to the person from then on.
  const shown = things.map(({ id }) => id).join();
  useEffect(() => {
    if (host && shown !== '') fit();
  }, [host, shown]);
  return (
    <div className="order-map ey-panel">
      <PageMap label={text('workOrder.aroundMap')} onHost={setHost}>
        <div className="order-map-zoom">
          <ZoomButtons host={host} />
        </div>
        <PlaceFoot host={host} />
      </PageMap>
    </div>
  );
}
