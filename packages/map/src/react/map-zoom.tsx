import { useState, type ReactNode } from 'react';
import type { MapHost } from '../contract.ts';
import { useCamera } from './layers.ts';

/** Tilt in degrees that the button gives. */
const tilted = 50;

export interface MapZoomProps {
  readonly host: MapHost | null;
  readonly texts: {
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly north: string;
    /** Without it there is no button for the tilt. */
    readonly tilt?: string;
  };
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** Zoom in, zoom out, north up, tilt: the same as wheel and drag, for the keyboard. */
export const MapZoom = ({ host, texts, children }: MapZoomProps) => {
  const [bearing, setBearing] = useState(0);
  useCamera(host, (camera) => setBearing(Math.round(camera.bearing)));
  const zoomBy = (steps: number) => host?.setCamera({ zoom: host.camera().zoom + steps }, { animate: true });
  const { tilt } = texts;
  return (
    <div className="eyrie-map-zoom">
      <button type="button" aria-label={texts.zoomIn} title={texts.zoomIn} onClick={() => zoomBy(1)}>
        +
      </button>
      <button type="button" aria-label={texts.zoomOut} title={texts.zoomOut} onClick={() => zoomBy(-1)}>
        −
      </button>
      <button
        type="button"
        aria-label={texts.north}
        title={texts.north}
        onClick={() => host?.setCamera({ bearing: 0, pitch: 0 }, { animate: true })}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M8 1.5 12 13 8 10.6 4 13Z"
            fill="currentColor"
            style={{ transform: `rotate(${-bearing}deg)`, transformOrigin: '50% 50%' }}
          />
        </svg>
      </button>
      {tilt === undefined ? null : (
        <button
          type="button"
          aria-label={tilt}
          title={tilt}
          onClick={() =>
            host?.setCamera({ pitch: host.camera().pitch < tilted / 2 ? tilted : 0 }, { animate: true })
          }
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M5 4h6l3.5 8.5h-13Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      )}
      {children}
    </div>
  );
};
