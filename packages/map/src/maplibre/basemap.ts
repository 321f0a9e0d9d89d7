import type * as GeoJSON from 'geojson';
import type { GeoJSONSource, Map as Engine, StyleSpecification } from 'maplibre-gl';
import { reliefTiles } from '../basemap/relief.ts';
import { fineLandFrom, loadLand, type LandDetail } from '../basemap/land.ts';
import { keepShift } from './datum.ts';
import { onlyPaler } from '../basemap/only-paler.ts';
import { tileSource } from './shapes.ts';
import { graticule, graticuleStep } from '../basemap/graticule.ts';
import type { MapTheme, TileLayer } from '../contract.ts';

/** Pixels between two lines of the net. */
const gridSpacing = 150;
/** Milliseconds. The fine coast takes the worker a second or two; what the page itself shows comes first. */
const fineLandAfter = 1500;
/** Milliseconds until land that did not load is asked for again. */
const landAgainAfter = 10_000;
/** Zoom up to which the relief is seen alone, and from which the land alone: its pixels are then as large as a town. */
const relief = { all: 3, none: 7 } as const;
const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** How light a colour of the form #rrggbb is, 0 to 1. */
const isDark = (colour: string): boolean =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) / 765 < 0.5;

/** The relief is toned to the look of the page, so that what lies on it is what is seen. */
const reliefPaint = (theme: MapTheme) => ({
  'raster-brightness-max': isDark(theme.water) ? 0.78 : 1,
  'raster-brightness-min': isDark(theme.water) ? 0.12 : 0.3,
  'raster-saturation': isDark(theme.water) ? -0.45 : -0.3,
});

/** The style every map starts from: water, land, net. It names no address of others. */
export const baseStyle = (theme: MapTheme, fonts: string[]): StyleSpecification => ({
  version: 8,
  sources: {
    relief: { type: 'raster', tiles: [reliefTiles], tileSize: 256, maxzoom: relief.none },
    land: { type: 'geojson', data: nothing, tolerance: 0.4 },
    net: { type: 'geojson', data: nothing },
    'net-labels': { type: 'geojson', data: nothing },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': theme.water } },
    {
      id: 'relief',
      type: 'raster',
      source: 'relief',
      maxzoom: relief.none,
      paint: {
        ...reliefPaint(theme),
        'raster-opacity': ['interpolate', ['linear'], ['zoom'], relief.all, 0.9, relief.none, 0],
        'raster-fade-duration': 200,
      },
    },
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: {
        'fill-color': theme.land,
        'fill-antialias': false,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], relief.all, 0.12, relief.none, 1],
      },
    },
    {
      id: 'net',
      type: 'line',
      source: 'net',
      paint: { 'line-color': theme.grid, 'line-width': 1, 'line-opacity': 0.6 },
    },
    {
      id: 'net-labels',
      type: 'symbol',
      source: 'net-labels',
      layout: {
        'text-field': ['get', 'label'],
        'text-size': 11,
        'text-font': fonts,
        'text-anchor': ['get', 'anchor'],
      },
      paint: {
        'text-color': theme.tones.muted,
        'text-halo-color': theme.halo,
        'text-halo-width': 1,
      },
    },
  ],
});

export const recolourBase = (engine: Engine, theme: MapTheme): void => {
  engine.setPaintProperty('water', 'background-color', theme.water);
  engine.setPaintProperty('land', 'fill-color', theme.land);
  for (const [paint, value] of Object.entries(reliefPaint(theme)))
    engine.setPaintProperty('relief', paint as keyof ReturnType<typeof reliefPaint>, value);
  engine.setPaintProperty('net', 'line-color', theme.grid);
  engine.setPaintProperty('net-labels', 'text-color', theme.tones.muted);
  engine.setPaintProperty('net-labels', 'text-halo-color', theme.halo);
};

/** Puts tiles between the land and the net; null takes them away and the land shows again. */
export const createBasemap = (engine: Engine) => {
  let stop = (): void => undefined;
  let laid: TileLayer | null = null;
  return (tiles: TileLayer | null): void => {
    const same = tiles && laid && onlyPaler(laid, tiles);
    laid = tiles;
    if (same) {
      engine.setPaintProperty('basemap', 'raster-opacity', tiles.opacity ?? 1);
      return;
    }
    stop();
    stop = tiles ? keepShift(engine, 'basemap', tiles) : () => undefined;
    layBasemap(engine, tiles);
  };
};

const layBasemap = (engine: Engine, tiles: TileLayer | null): void => {
  if (engine.getLayer('basemap')) engine.removeLayer('basemap');
  if (engine.getSource('basemap')) engine.removeSource('basemap');
  if (!tiles) return;
  engine.addSource('basemap', tileSource(engine, tiles));
  const paint = { 'raster-opacity': tiles.opacity ?? 1 };
  engine.addLayer({ id: 'basemap', type: 'raster', source: 'basemap', paint }, 'net');
};

const drawNet = (engine: Engine): void => {
  const bounds = engine.getBounds();
  const width = engine.getContainer().clientWidth || 1;
  const view = {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
  const lines = graticule(view, graticuleStep((view.east - view.west) / width, gridSpacing));
  const features = (geometry: (line: (typeof lines)[number]) => GeoJSON.Geometry) =>
    lines.map((line): GeoJSON.Feature => ({
      type: 'Feature',
      properties: { label: line.label, anchor: line.anchor },
      geometry: geometry(line),
    }));
  const put = (id: string, list: GeoJSON.Feature[]) =>
    void engine.getSource<GeoJSONSource>(id)?.setData({ type: 'FeatureCollection', features: list });
  put(
    'net',
    features((line) => ({ type: 'LineString', coordinates: line.path.map((point) => [...point]) })),
  );
  put(
    'net-labels',
    features((line) => ({ type: 'Point', coordinates: [...line.at] })),
  );
};

/** Fills land and net and keeps both fitting to the view. Returns what ends it. */
export const runBasemap = (engine: Engine): (() => void) => {
  const ending = new AbortController();
  const asked = new Set<LandDetail>();
  let fineShown = false;
  const wantLand = (detail: LandDetail) => {
    if (asked.has(detail)) return;
    asked.add(detail);
    loadLand(detail, ending.signal).then(
      (land) => {
        // A coarse coast that arrives after the fine one must not replace it.
        if (ending.signal.aborted || (detail === 'coarse' && fineShown)) return;
        fineShown = fineShown || detail === 'fine';
        void engine.getSource<GeoJSONSource>('land')?.setData(land);
      },
      // The net stays and the map works without land; a map that nobody moves must still get it.
      () => {
        asked.delete(detail);
        if (!ending.signal.aborted) again = setTimeout(fit, landAgainAfter);
      },
    );
  };
  let wait: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const fit = () => {
    wantLand('coarse');
    if (engine.getZoom() >= fineLandFrom && !asked.has('fine'))
      wait ??= setTimeout(() => {
        wait = undefined;
        wantLand('fine');
      }, fineLandAfter);
    drawNet(engine);
  };
  engine.on('moveend', fit);
  engine.on('resize', fit);
  fit();
  return () => {
    ending.abort();
    clearTimeout(wait);
    clearTimeout(again);
    engine.off('moveend', fit);
    engine.off('resize', fit);
  };
};
