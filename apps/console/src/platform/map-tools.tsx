import { MapFoot, MapZoom, type MapHost } from '@eyrie/map';
import type { ReactNode } from 'react';
import { useFigures } from './figures.ts';
import { useText } from './text.tsx';
import { showToast } from './toasts.ts';

export interface MapToolsProps {
  /** Null while the map is loading. */
  host: MapHost | null;
}

/** Buttons of a map: nearer, farther, north up. */
export function ZoomButtons({ host }: MapToolsProps): ReactNode {
  const text = useText();
  return (
    <MapZoom
      host={host}
      texts={{
        zoomIn: text('mapLayer.zoomIn'),
        zoomOut: text('mapLayer.zoomOut'),
        north: text('mapLayer.north'),
      }}
    />
  );
}

/** Foot of a map: its scale and the place under the pointer, to be copied. `children` stand beside them. */
export function PlaceFoot({ host, children }: MapToolsProps & { children?: ReactNode }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <MapFoot
      host={host}
      lengthText={figures.length}
      coordinatesLabel={text('mapLayer.coordinates')}
      copyLabel={text('app.copy')}
      onCopied={() => showToast('success', text('app.copied'))}
    >
      {children}
    </MapFoot>
  );
}
