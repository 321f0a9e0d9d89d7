import type { MediaItem } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { useThings, type MapHost, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';

const layerId = 'media-results';

export interface ResultMapProps {
  list: readonly MediaItem[];
  active: string | null;
  onActive: (oid: string | null) => void;
}

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
  useThings(host, layerId, things, active);
  useEffect(() => {
    if (things.length > 0) host?.fit(bounds(things), { padding: 40, maxZoom: 17 });
  }, [host, things]);
  const clicked = useEffectEvent((id: string | null) => onActive(id));
  useEffect(() => host?.onClick((hit) => clicked(hit.layerId === layerId ? hit.id : null)), [host]);
  return (
    <div className="media-results-map">
      <PageMap label={text('media.onMap')} onHost={setHost}>
        <div className="media-results-zoom">
          <ZoomButtons host={host} />
        </div>
        <PlaceFoot host={host} />
      </PageMap>
    </div>
  );
}
