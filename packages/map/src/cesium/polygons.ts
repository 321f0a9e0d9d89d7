import {
  Cartesian3,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  GroundPrimitive,
  Material,
  MaterialAppearance,
  PerInstanceColorAppearance,
  PolygonGeometry,
  PolygonHierarchy,
  PolylineCollection,
  Primitive,
} from '@cesium/engine';
import type { Place } from '@eyrie/geometry';
import type { MapTheme, Polygon } from '../contract.ts';
import { hatchInk } from '../maplibre/icons.ts';
import { drawableRings } from '../rings.ts';
import { colourOf } from './colours.ts';
import { groundOr0 } from './eye.ts';
import { hatchMaterial } from './hatch.ts';
import { groundLines } from './lines.ts';
import type { GlobePart } from './parts.ts';
import type { Stage } from './stage.ts';
import { createSwap, type Built } from './swap.ts';

const edgeWidth = 2;
const fillOpacity = 0.18;

type HeightOf = (place: Place) => number;
type Band = NonNullable<Polygon['band']>;

const ringAt = (ring: readonly Place[], height: HeightOf): Cartesian3[] =>
  ring.map((place) => Cartesian3.fromDegrees(place.lng, place.lat, height(place)));

const closed = (ring: readonly Place[], height: HeightOf): Cartesian3[] => {
  const points = ringAt(ring, height);
  return [...points, ...points.slice(0, 1)];
};

const onEllipsoid: HeightOf = () => 0;

/** Where the top and the bottom of a body lie. Its bottom is level: at the lowest ground under its edge. */
const bandHeights = (
  stage: Stage,
  rings: Rings,
  { from, to, over }: Band,
): { top: HeightOf; bottom: number } => {
  const ground = (place: Place): number => groundOr0(stage, place);
  const lowest = (rings[0] ?? []).reduce((least, place) => Math.min(least, ground(place)), Infinity);
  return over === 'ground'
    ? { top: (place) => ground(place) + to, bottom: lowest + (from ?? 0) }
    : { top: () => to, bottom: Math.min(from ?? lowest, to) };
};

type Rings = readonly (readonly Place[])[];
/** A polygon with rings that can be drawn. */
interface Drawable {
  readonly polygon: Polygon;
  readonly rings: Rings;
  readonly body: { readonly top: HeightOf; readonly bottom: number } | null;
}

const drawableOf = (stage: Stage, polygon: Polygon): Drawable[] => {
  const rings = drawableRings(polygon.rings);
  const { band } = polygon;
  return rings.length === 0 ? [] : [{ polygon, rings, body: band ? bandHeights(stage, rings, band) : null }];
};

const hierarchyOf = ([outer = [], ...holes]: Rings, height: HeightOf): PolygonHierarchy =>
  new PolygonHierarchy(
    ringAt(outer, height),
    holes.map((hole) => new PolygonHierarchy(ringAt(hole, height))),
  );

/** What is drawn in one go: all that has no pattern, and all with the same pattern in the same colour. */
const groupsOf = (drawables: readonly Drawable[], theme: MapTheme): Drawable[][] => {
  const groups = new Map<string, Drawable[]>();
  for (const one of drawables) {
    const { hatch, colour, tone, fill } = one.polygon;
    const key = hatch === undefined ? '' : [hatch, colour ?? theme.tones[tone], fill].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
};

/** Fills and edges of the polygons that are painted on the ground, and the bodies of those with a band of heights. */
const build = (
  stage: Stage,
  layer: string,
  polygons: readonly Polygon[],
  theme: MapTheme,
  opacity: number,
) => {
  const instanceOf = ({ polygon, rings, body }: Drawable) =>
    new GeometryInstance({
      id: { layer, id: polygon.id },
      geometry: new PolygonGeometry({
        polygonHierarchy: hierarchyOf(rings, body?.top ?? onEllipsoid),
        ...(body ? { perPositionHeight: true, extrudedHeight: body.bottom } : {}),
        vertexFormat:
          polygon.hatch === undefined
            ? PerInstanceColorAppearance.FLAT_VERTEX_FORMAT
            : MaterialAppearance.MaterialSupport.BASIC.vertexFormat,
      }),
      attributes: {
        color: ColorGeometryInstanceAttribute.fromColor(
          colourOf(polygon, theme, (polygon.fill ?? fillOpacity) * opacity),
        ),
      },
    });
  const appearanceOf = (polygon: Polygon) =>
    polygon.hatch === undefined
      ? new PerInstanceColorAppearance({ flat: true, translucent: true })
      : new MaterialAppearance({
          flat: true,
          translucent: true,
          materialSupport: MaterialAppearance.MaterialSupport.BASIC,
          material: hatchMaterial(
            polygon.hatch,
            colourOf(polygon, theme),
            (polygon.fill ?? fillOpacity) * opacity,
            hatchInk(polygon.fill) * opacity,
          ),
        });
  const drawables = polygons.flatMap((polygon) => drawableOf(stage, polygon));
  const bodies = drawables.filter(({ body }) => body);
  const painted = drawables.filter(({ body }) => !body);
  const made = (group: readonly Drawable[]) => ({
    geometryInstances: group.map(instanceOf),
    appearance: appearanceOf((group[0] as Drawable).polygon),
  });
  const ground: Built[] = GroundPrimitive.isSupported(stage.scene)
    ? groupsOf(painted, theme).map((group) => new GroundPrimitive(made(group)))
    : [];
  const edges = painted
    .filter(({ polygon }) => polygon.edge !== false)
    .flatMap(({ polygon, rings }) =>
      rings.map((ring) => ({
        id: polygon.id,
        positions: closed(ring, onEllipsoid),
        width: edgeWidth,
        colour: colourOf(polygon, theme, opacity),
        dashed: false,
      })),
    );
  for (const line of groundLines(layer, edges, stage.scene)) ground.push(line);
  const solid: Built[] = groupsOf(bodies, theme).map((group) => new Primitive(made(group)));
  return { ground, solid, bodies };
};

/** Corners of a body up to which each has a line up. */
const mostUprights = 72;

/** The edges of a body: both rings, and a line up at every corner. */
const bodyEdges = ({ rings, body }: Drawable): Cartesian3[][] => {
  if (!body) return [];
  const bottom: HeightOf = () => body.bottom;
  return rings.flatMap((ring) => [
    closed(ring, bottom),
    closed(ring, body.top),
    ...(ring.length > mostUprights
      ? []
      : ring.map((corner) => [...ringAt([corner], bottom), ...ringAt([corner], body.top)])),
  ]);
};

export const polygonsPart = (stage: Stage, layer: string, first: MapTheme): GlobePart<readonly Polygon[]> => {
  const { scene } = stage;
  const [onGround, inAir] = [createSwap(stage, true), createSwap(stage, false)];
  const edges = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
  let theme = first;
  let opacity = 1;
  let polygons: readonly Polygon[] = [];
  const draw = () => {
    const { ground, solid, bodies } = build(stage, layer, polygons, theme, opacity);
    onGround.show(() => ground);
    inAir.show(() => solid);
    edges.removeAll();
    for (const body of bodies)
      for (const positions of bodyEdges(body))
        edges.add({
          id: { layer, id: body.polygon.id },
          positions,
          width: 1,
          material: Material.fromType('Color', { color: colourOf(body.polygon, theme, opacity) }),
        });
    stage.draw();
  };
  return {
    kind: 'polygons',
    set: (next) => {
      polygons = next;
      draw();
    },
    setVisible: (visible) => {
      onGround.setVisible(visible);
      inAir.setVisible(visible);
      edges.show = visible;
    },
    setOpacity: (next) => {
      opacity = next;
      draw();
    },
    raise: () => {
      onGround.raise();
      inAir.raise();
      scene.primitives.raiseToTop(edges);
    },
    recolour: (next) => {
      theme = next;
      draw();
    },
    settle: () => {
      if (polygons.some(({ band }) => band)) draw();
    },
    dispose: () => {
      onGround.dispose();
      inAir.dispose();
      scene.primitives.remove(edges);
    },
  };
};
