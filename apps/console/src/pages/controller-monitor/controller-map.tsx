import { bounds, type Place } from '@eyrie/geometry';
import { MapView, type MapHost } from '@eyrie/map';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useMapParts } from '../../map-parts.ts';
import { labelFont, mapStart, useMapTheme } from '../../platform/map.ts';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { useText } from '../../platform/text.tsx';

const noDocks = [] as const;

/** Controller and aircraft on the map, shown together when they are first known. */
export function ControllerMap({ places, main }: { places: readonly Place[]; main: boolean }): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const [start] = useState(mapStart);
  const [host, setHost] = useState<MapHost | null>(null);
  useMapParts(host, noDocks);
  const fit = useEffectEvent(() => host?.fit(bounds(places), { padding: main ? 60 : 24, maxZoom: 16 }));
  const known = places.length;
  useEffect(() => {
    if (known > 0) fit();
  }, [host, known, main]);
  return (
    <div className="monitor-map">
      <MapView
        {...start}
        theme={theme}
        labelFont={labelFont}
        label={text('mapLayer.label')}
        noGraphics={text('mapLayer.noGraphics')}
        onHost={setHost}
      >
        {main ? (
          <>
            <div className="monitor-zoom">
              <ZoomButtons host={host} />
            </div>
            <PlaceFoot host={host} />
          </>
        ) : null}
      </MapView>
    </div>
  );
}
