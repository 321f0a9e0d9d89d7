import { distance, type Place } from '@eyrie/geometry';
import type { Map as Engine } from 'maplibre-gl';
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  type GeoJSONStoreFeatures,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { DrawKind, DrawnShape, DrawOptions, DrawTool } from './contract.ts';

type Position = number[];
type Hex = `#${string}`;

const modes: Readonly<Record<DrawKind, string>> = {
  point: 'point',
  line: 'linestring',
  polygon: 'polygon',
  circle: 'circle',
};

/** CSS pixels from which a gesture falls on a place that is there. */
const snapReach = 12;

const placeOf = ([lng = 0, lat = 0]: Position): Place => ({ lng, lat });
/** What draws takes no more digits: 1e-9° is 0.1 mm. */
const positionOf = ({ lng, lat }: Place): Position => [Number(lng.toFixed(9)), Number(lat.toFixed(9))];

const middleOf = (ring: readonly Place[]): Place => ({
  lng: ring.reduce((sum, one) => sum + one.lng, 0) / ring.length,
  lat: ring.reduce((sum, one) => sum + one.lat, 0) / ring.length,
});

/** A feature of the drawing as a shape. */
const shapeOf = ({ geometry, properties }: GeoJSONStoreFeatures): DrawnShape => {
  if (geometry.type === 'Point') return { type: 'point', places: [placeOf(geometry.coordinates)] };
  if (geometry.type === 'LineString') return { type: 'line', places: geometry.coordinates.map(placeOf) };
  const ring = (geometry.coordinates[0] as Position[]).slice(0, -1).map(placeOf);
  if (properties['mode'] !== 'circle') return { type: 'polygon', places: ring };
  const middle = middleOf(ring);
  const kilometres = Number(properties['radiusKilometers']);
  const radius = Number.isFinite(kilometres) ? kilometres * 1_000 : distance(middle, ring[0] ?? middle);
  return { type: 'circle', places: [middle], radius: Math.max(1, Math.round(radius)) };
};

/** A shape as a feature with handles; of a circle its middle. Null: too little to be shown. */
const featureOf = ({ type, places }: DrawnShape): GeoJSONStoreFeatures | null => {
  const positions = places.map(positionOf);
  const [first] = positions;
  if (!first) return null;
  const made = (mode: string, geometry: object): GeoJSONStoreFeatures =>
    ({ type: 'Feature', properties: { mode }, geometry }) as unknown as GeoJSONStoreFeatures;
  if (type === 'point' || type === 'circle') return made('point', { type: 'Point', coordinates: first });
  if (type === 'line')
    return positions.length < 2 ? null : made('linestring', { type: 'LineString', coordinates: positions });
  return positions.length < 3
    ? null
    : made('polygon', { type: 'Polygon', coordinates: [[...positions, first]] });
};

const handles = {
  selectedPolygonFillOpacity: 0.15,
  selectionPointWidth: 6,
  midPointWidth: 4,
} as const;

/** What draws, with every shape in one colour and places to fall on. */
const startDraw = (engine: Engine, colour: Hex, snaps: () => readonly Place[]): TerraDraw => {
  const toCustom = (
    event: { containerX: number; containerY: number },
    context: { project: (lng: number, lat: number) => { x: number; y: number } },
  ): Position | undefined => {
    let best: { off: number; at: Place } | null = null;
    for (const at of snaps()) {
      const { x, y } = context.project(at.lng, at.lat);
      const off = Math.hypot(x - event.containerX, y - event.containerY);
      if (off <= snapReach && (!best || off < best.off)) best = { off, at };
    }
    return best ? positionOf(best.at) : undefined;
  };
  const snapping = { toCustom, toCoordinate: true };
  const outline = { outlineColor: colour, fillColor: colour, fillOpacity: 0.15 };
  const coordinates = { midpoints: true, draggable: true, deletable: true, snappable: { toCustom } };
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map: engine }),
    modes: [
      new TerraDrawPointMode({ styles: { pointColor: colour, pointWidth: 7 } }),
      new TerraDrawLineStringMode({ snapping, styles: { lineStringColor: colour, lineStringWidth: 3 } }),
      new TerraDrawPolygonMode({ snapping, styles: outline }),
      new TerraDrawCircleMode({ styles: outline }),
      new TerraDrawSelectMode({
        styles: handles,
        flags: {
          point: { feature: { draggable: true } },
          linestring: { feature: { draggable: true, coordinates } },
          // A crossing is shown where it is, not kept from being drawn.
          polygon: { feature: { draggable: true, selfIntersectable: true, coordinates } },
        },
      }),
    ],
  });
  draw.start();
  draw.setMode('select');
  return draw;
};

/** The drawing tool of the flat map. */
export const createTerraTool = (engine: Engine, { colour, onDrawn }: DrawOptions): DrawTool => {
  let snaps: readonly Place[] = [];
  const draw = startDraw(engine, colour, () => snaps);
  draw.on('finish', (id) => {
    const feature = draw.getSnapshotFeature(id);
    if (feature) onDrawn(shapeOf(feature));
  });
  const show = (shape: DrawnShape | null): void => {
    draw.clear();
    draw.setMode('select');
    const feature = shape && featureOf(shape);
    if (!feature) return;
    const [added] = draw.addFeatures([feature]);
    if (added?.valid && added.id !== undefined) draw.selectFeature(added.id);
  };
  return {
    draw: (kind) => {
      draw.clear();
      draw.setMode(modes[kind]);
    },
    show,
    snapTo: (places) => {
      snaps = places;
    },
    dispose: () => draw.stop(),
  };
};
