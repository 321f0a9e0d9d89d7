import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createMapHost } from '../create.ts';
import type { Camera, LabelFont, MapHost, MapTheme, TileLayer } from '../contract.ts';
import type { Place } from '@eyrie/geometry';
import './map.css';

export interface MapViewProps {
  /** Where the map starts; later changes do not move it, the host does. */
  readonly camera: Partial<Camera> & Place;
  readonly theme: MapTheme;
  /** What a screen reader calls the map. */
  readonly label: string;
  /** Said in place of a map where the browser cannot draw one. */
  readonly noGraphics: string;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  /** Tiles over the built-in land. */
  readonly basemap?: TileLayer | null;
  readonly labelFont?: LabelFont;
  /** The host once it runs, and null when it ends. */
  readonly onHost: (host: MapHost | null) => void;
  /** Panels over the map; they lie in the page's own direction. */
  readonly children?: ReactNode;
}

/**
 * A map that fills its parent. Content is put on it through the host, outside React; the map itself is
 * never mirrored, what lies over it is.
 */
export const MapView = (props: MapViewProps) => {
  const { camera, theme, label, noGraphics, minZoom, maxZoom, basemap, labelFont, onHost, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const start = useRef({ camera, theme, label, minZoom, maxZoom, basemap, labelFont, onHost });
  const [host, setHost] = useState<MapHost | null>(null);

  useEffect(() => {
    const { onHost: notify, ...options } = start.current;
    let gone = false;
    let running: MapHost | null = null;
    const container = element.current;
    if (!container) return undefined;
    void createMapHost(container, {
      camera: options.camera,
      theme: options.theme,
      label: options.label,
      ...(options.minZoom === undefined ? {} : { minZoom: options.minZoom }),
      ...(options.maxZoom === undefined ? {} : { maxZoom: options.maxZoom }),
      basemap: options.basemap ?? null,
      ...(options.labelFont === undefined ? {} : { labelFont: options.labelFont }),
    }).then((created) => {
      if (gone) {
        created.dispose();
        return;
      }
      running = created;
      setHost(created);
      notify(created);
    });
    return () => {
      gone = true;
      if (!running) return;
      notify(null);
      setHost(null);
      running.dispose();
    };
  }, []);

  useEffect(() => host?.setTheme(theme), [host, theme]);
  const laid = useRef(basemap);
  useEffect(() => {
    if (laid.current !== basemap) host?.setBasemap(basemap ?? null);
    laid.current = basemap;
  }, [host, basemap]);

  return (
    <div className="eyrie-map">
      <div className="eyrie-map-canvas" dir="ltr" ref={element} data-map={host?.engine ?? 'starting'} />
      {host?.engine === 'none' && <output className="eyrie-map-none">{noGraphics}</output>}
      {children}
    </div>
  );
};
