import type { MapHost } from '../contract.ts';

export interface MapZoomProps {
  readonly host: MapHost | null;
  readonly texts: { readonly zoomIn: string; readonly zoomOut: string; readonly north: string };
}

/** Zoom in, zoom out, north up: the same as wheel and drag, for the keyboard. */
export const MapZoom = ({ host, texts }: MapZoomProps) => {
  const zoomBy = (steps: number) => host?.setCamera({ zoom: host.camera().zoom + steps }, { animate: true });
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
          <path d="M8 1.5 12 13 8 10.6 4 13Z" fill="currentColor" />
        </svg>
      </button>
    </div>
  );
};
