import { bounds, type Place } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useMapParts } from '../../map-parts.ts';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';

const noDocks = [] as const;

/** Controller and aircraft on the map, shown together when they are first known. */
export function ControllerMap({ places, main }: { places: readonly Place[]; main: boolean }): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  useMapParts(host, noDocks);
  const fit = useEffectEvent(() => host?.fit(bounds(places), { padding: main ? 60 : 24, maxZoom: 16 }));
  const known = places.length;
  useEffect(() => {
    if (known > 0) fit();
  }, [host, known, main]);
  return (
    <div className="monitor-map">
      <PageMap label={text('mapLayer.label')} onHost={setHost}>
        {main ? (
          <>
            <div className="monitor-zoom">
              <ZoomButtons host={host} />
            </div>
            <PlaceFoot host={host} />
          </>
        ) : null}
      </PageMap>
    </div>
  );
}
