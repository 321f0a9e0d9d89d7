import { MapView, type Camera, type MapHost } from '@eyrie/map';
import type { Place } from '@eyrie/geometry';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { labelFont, mapStart, useMapTheme } from './map.ts';
import { useText } from './text.tsx';

type Backdrop = ComponentType<{ host: MapHost | null }>;

let Layers: Backdrop | null = null;

/** Says what lies under everything that pages draw on their maps; the platform knows no room, so the app hands it in. */
export const setMapBackdrop = (backdrop: Backdrop): void => {
  Layers = backdrop;
};

export interface PageMapProps {
  /** What a screen reader calls it. */
  label: string;
  /** Where it starts instead of where the organisation's maps do. */
  camera?: Partial<Camera> & Place;
  onHost: (host: MapHost | null) => void;
  /** Panels over the map. */
  children?: ReactNode;
}

/** A map of a page as the organisation and the member have set maps up, over the layers that they show. */
export function PageMap({ label, camera, onHost, children }: PageMapProps): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const [start] = useState(mapStart);
  const [host, setHost] = useState<MapHost | null>(null);
  return (
    <MapView
      {...start}
      camera={{ ...start.camera, ...camera }}
      theme={theme}
      labelFont={labelFont}
      label={label}
      noGraphics={text('mapLayer.noGraphics')}
      onHost={(next) => {
        setHost(next);
        onHost(next);
      }}
    >
      {Layers ? (
        <Suspense fallback={null}>
          <Layers host={host} />
        </Suspense>
      ) : null}
      {children}
    </MapView>
  );
}
