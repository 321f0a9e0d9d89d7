import type { MediaItem, PhotoFacts } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { usePolygons, useThings, type MapHost, type Polygon, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';
import { useMediaDetail } from './media.queries.ts';
import { viewCone } from './view-cone.ts';

const layerId = 'media-results';
const coneId = 'media-view';

export interface ResultMapProps {
  list: readonly MediaItem[];
  active: MediaItem | null;
  onActive: (oid: string | null) => void;
}

/** What a file looks at, by what it says of itself. */
const coneOf = (media: MediaItem | null, facts: PhotoFacts | null): Polygon[] => {
  if (!media || media.lng === null || media.lat === null) return [];
  const ring = viewCone({
    place: { lng: media.lng, lat: media.lat },
    heading: facts?.heading ?? media.gimbalYaw,
    pitch: facts?.gimbal.pitch ?? null,
    focalLength: facts?.focalLength ?? null,
    height: media.relativeAltitude,
  });
  return ring ? [{ id: media.oid, rings: [ring], tone: 'accent', fill: 0.2 }] : [];
};

const thingsOf = (list: readonly MediaItem[]): Thing[] =>
  list.flatMap(({ oid, lng, lat, gimbalYaw }) =>
    lng === null || lat === null ? [] : [{ id: oid, lng, lat, look: 'working' as const, heading: gimbalYaw }],
  );

/** Where files were taken, as far as their devices said so. */
export function ResultMap({ list, active, onActive }: ResultMapProps): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const oids = list.map(({ oid }) => oid).join();
  // oxlint-disable-next-line react/exhaustive-deps -- a list that is asked for again is another array of the same files
  const things = useMemo(() => thingsOf(list), [oids]);
  const shown = active?.oid ?? null;
  useThings(host, layerId, things, shown);
  const facts = useMediaDetail(active?.kind === 'photo' ? shown : null).data?.facts ?? null;
  const cone = useMemo(() => coneOf(active, facts), [active, facts]);
  usePolygons(host, coneId, cone);
  useEffect(() => {
    if (things.length > 0) host?.fit(bounds(things), { padding: 40, maxZoom: 17 });
  }, [host, things]);
  const clicked = useEffectEvent((id: string | null) => onActive(id));
  useEffect(() => host?.onClick((hit) => clicked(hit.layerId === layerId ? hit.id : null)), [host]);
  return (
    <div className="media-results-map ey-panel">
      <PageMap label={text('media.onMap')} onHost={setHost}>
        <div className="media-results-zoom">
          <ZoomButtons host={host} />
        </div>
        <PlaceFoot host={host} />
      </PageMap>
    </div>
  );
}
