import type * as GeoJSON from 'geojson';
import type { AddLayerObject, GeoJSONSource, Map as Engine, RasterSourceSpecification } from 'maplibre-gl';
import type { Bounds, Place } from '@eyrie/geometry';
import type { Line, MapTheme, Polygon, TileLayer, Tileset } from '../contract.ts';
import { drawableRings } from '../rings.ts';
import { addressOf, keepShift } from './datum.ts';
import { patternOf } from './hatch.ts';
import { hatchInk } from './icons.ts';
import { emptySource, handOver, toneColour, type PartRecipe } from './parts.ts';

const point = (place: Place): [number, number] => [place.lng, place.lat];

const lineLayers = (id: string, theme: MapTheme): AddLayerObject[] => {
  const width = ['coalesce', ['get', 'width'], 3] as never;
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    {
      id: `${id}/halo`,
      type: 'line',
      source: id,
      layout: round,
      paint: { 'line-color': theme.halo, 'line-width': ['+', width, 2], 'line-opacity': 0.7 },
    },
    {
      id: `${id}/solid`,
      type: 'line',
      source: id,
      filter: ['!', ['get', 'dashed']],
      layout: round,
      paint: { 'line-color': toneColour(theme), 'line-width': width },
    },
    {
      id: `${id}/dashed`,
      type: 'line',
      source: id,
      filter: ['get', 'dashed'],
      paint: { 'line-color': toneColour(theme), 'line-width': width, 'line-dasharray': [2, 1.5] },
    },
    {
      id: `${id}/arrows`,
      type: 'symbol',
      source: id,
      filter: ['get', 'arrows'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 70,
        'icon-image': ['concat', 'arrow-', ['get', 'tone']],
        'icon-allow-overlap': true,
        'icon-rotation-alignment': 'map',
      },
    },
  ];
};

/** Lines with a halo under them, dashed where asked, and arrows that tell their direction. */
export const linesRecipe = (engine: Engine, id: string, theme: MapTheme): PartRecipe<readonly Line[]> => {
  return {
    kind: 'lines',
    source: emptySource(),
    layers: lineLayers(id, theme),
    clickable: [`${id}/solid`, `${id}/dashed`],
    set: (lines, source) =>
      handOver(
        source,
        lines
          .filter((line) => line.path.length > 1)
          .map((line) => ({
            type: 'Feature',
            properties: {
              id: line.id,
              tone: line.tone,
              colour: line.colour ?? null,
              width: line.width ?? 3,
              dashed: line.dashed ?? false,
              arrows: line.arrows ?? false,
            },
            geometry: { type: 'LineString', coordinates: line.path.map(point) },
          })),
      ),
    recolour: (next) => {
      engine.setPaintProperty(`${id}/halo`, 'line-color', next.halo);
      engine.setPaintProperty(`${id}/solid`, 'line-color', toneColour(next));
      engine.setPaintProperty(`${id}/dashed`, 'line-color', toneColour(next));
    },
  };
};

/** The pattern of an area and how dark it is, as properties of its feature. */
const hatchOf = (engine: Engine, { hatch, colour, tone, fill }: Polygon, theme: MapTheme) => {
  const pattern = hatch === undefined ? null : patternOf(engine, hatch, colour ?? theme.tones[tone]);
  return pattern === null ? {} : { pattern, ink: hatchInk(fill) };
};

const polygonFeature = (engine: Engine, polygon: Polygon, theme: MapTheme): GeoJSON.Feature[] => {
  const rings = drawableRings(polygon.rings);
  if (rings.length === 0) return [];
  const properties = {
    id: polygon.id,
    tone: polygon.tone,
    colour: polygon.colour ?? null,
    fill: polygon.fill ?? null,
    edge: polygon.edge ?? true,
    ...hatchOf(engine, polygon, theme),
  };
  const coordinates = rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(point));
  return [{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } }];
};

const polygonLayers = (id: string, theme: MapTheme): AddLayerObject[] => [
  {
    id: `${id}/fill`,
    type: 'fill',
    source: id,
    paint: { 'fill-color': toneColour(theme), 'fill-opacity': ['coalesce', ['get', 'fill'], 0.18] },
  },
  {
    id: `${id}/hatch`,
    type: 'fill',
    source: id,
    filter: ['has', 'pattern'],
    paint: { 'fill-pattern': ['get', 'pattern'], 'fill-opacity': ['get', 'ink'] },
  },
  {
    id: `${id}/edge`,
    type: 'line',
    source: id,
    filter: ['get', 'edge'],
    paint: { 'line-color': toneColour(theme), 'line-width': 2 },
  },
];

/** Areas with their fills, patterns and edges. */
export const polygonsRecipe = (
  engine: Engine,
  id: string,
  first: MapTheme,
): PartRecipe<readonly Polygon[]> => {
  let theme = first;
  let shown: readonly Polygon[] = [];
  const hand = (source: GeoJSONSource | undefined): void =>
    handOver(
      source,
      shown.flatMap((polygon) => polygonFeature(engine, polygon, theme)),
    );
  return {
    kind: 'polygons',
    source: emptySource(),
    layers: polygonLayers(id, first),
    clickable: [`${id}/fill`],
    set: (polygons, source) => {
      shown = polygons;
      hand(source);
    },
    recolour: (next) => {
      theme = next;
      engine.setPaintProperty(`${id}/fill`, 'fill-color', toneColour(next));
      engine.setPaintProperty(`${id}/edge`, 'line-color', toneColour(next));
      hand(engine.getSource<GeoJSONSource>(id));
    },
  };
};

/** A box as the engine takes it. One over ±180° would be cut off there: all of its longitudes are asked for. */
export const engineBox = ({ west, south, east, north }: Bounds): [number, number, number, number] =>
  west > east ? [-180, south, 180, north] : [west, south, east, north];

export const tileSource = (engine: Engine, tiles: TileLayer): RasterSourceSpecification => ({
  type: 'raster',
  tiles: [addressOf(engine, tiles)],
  tileSize: tiles.tileSize ?? 256,
  ...(tiles.minZoom === undefined ? {} : { minzoom: tiles.minZoom }),
  ...(tiles.maxZoom === undefined ? {} : { maxzoom: tiles.maxZoom }),
  ...(tiles.attribution === undefined ? {} : { attribution: tiles.attribution }),
  ...(tiles.bounds === undefined ? {} : { bounds: engineBox(tiles.bounds) }),
});

export const tilesRecipe = (engine: Engine, id: string, tiles: TileLayer): PartRecipe<TileLayer> => ({
  dispose: keepShift(engine, id, tiles),
  kind: 'tiles',
  source: tileSource(engine, tiles),
  layers: [{ id: `${id}/tiles`, type: 'raster', source: id }],
  set: (next) => engine.setPaintProperty(`${id}/tiles`, 'raster-opacity', next.opacity ?? 1),
});

export const tilesetRecipe: PartRecipe<Tileset> = {
  kind: 'tileset',
  source: emptySource(),
  layers: [],
  set: () => undefined,
};
