import {
  Cartesian3,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  GroundPrimitive,
  Material,
  PerInstanceColorAppearance,
  PolygonGeometry,
  PolygonHierarchy,
  PolylineCollection,
  Primitive,
} from '@cesium/engine';
import type { Place } from '@eyrie/geometry';
import type { MapTheme, Polygon } from '../contract.ts';
import { colourOf } from './colours.ts';
import { groundLines } from './lines.ts';
import type { GlobePart } from './parts.ts';
import type { Stage } from './stage.ts';
import { createSwap, type Built } from './swap.ts';

const edgeWidth = 2;
const fillOpacity = 0.18;

const ringAt = (ring: readonly Place[], height: number): Cartesian3[] =>
  ring
    .filter(({ lng, lat }) => Number.isFinite(lng) && Number.isFinite(lat))
    .map(({ lng, lat }) => Cartesian3.fromDegrees(lng, lat, height));

const closed = (ring: readonly Place[], height: number): Cartesian3[] => {
  const points = ringAt(ring, height);
  const [first] = points;
  const last = points.at(-1);
  return first && last && !Cartesian3.equals(first, last) ? [...points, first] : points;
};

const hierarchyOf = ({ rings: [outer = [], ...holes] }: Polygon): PolygonHierarchy =>
  new PolygonHierarchy(
    ringAt(outer, 0),
    holes.map((hole) => new PolygonHierarchy(ringAt(hole, 0))),
  );

const drawable = ({ rings: [outer = []] }: Polygon): boolean => outer.length > 2;

/** Fills and edges of the polygons that are painted on the ground, and the bodies of those with a band of heights. */
const build = (
  stage: Stage,
  layer: string,
  polygons: readonly Polygon[],
  theme: MapTheme,
  opacity: number,
) => {
  const instanceOf = (polygon: Polygon) =>
    new GeometryInstance({
      id: { layer, id: polygon.id },
      geometry: new PolygonGeometry({
        polygonHierarchy: hierarchyOf(polygon),
        ...(polygon.band ? { height: polygon.band.to, extrudedHeight: polygon.band.from } : {}),
        vertexFormat: PerInstanceColorAppearance.FLAT_VERTEX_FORMAT,
      }),
      attributes: {
        color: ColorGeometryInstanceAttribute.fromColor(
          colourOf(polygon, theme, (polygon.fill ?? fillOpacity) * opacity),
        ),
      },
    });
  const bodies = polygons.filter((polygon) => drawable(polygon) && polygon.band);
  const painted = polygons.filter((polygon) => drawable(polygon) && !polygon.band);
  const appearance = new PerInstanceColorAppearance({ flat: true, translucent: true });
  const ground: Built[] = [];
  if (painted.length > 0 && GroundPrimitive.isSupported(stage.scene))
    ground.push(new GroundPrimitive({ geometryInstances: painted.map(instanceOf), appearance }));
  const edged = painted.filter(({ edge }) => edge !== false);
  const edges = edged.flatMap((polygon) =>
    polygon.rings.map((ring) => ({
      id: polygon.id,
      positions: closed(ring, 0),
      width: edgeWidth,
      colour: colourOf(polygon, theme, opacity),
      dashed: false,
    })),
  );
  ground.push(...groundLines(layer, edges, stage.scene));
  const solid: Built[] =
    bodies.length === 0 ? [] : [new Primitive({ geometryInstances: bodies.map(instanceOf), appearance })];
  return { ground, solid, bodies };
};

/** The edges of a body: both rings, and a line up at every corner. */
const bodyEdges = ({ rings, band }: Polygon): Cartesian3[][] =>
  band
    ? rings.flatMap((ring) => [
        closed(ring, band.from),
        closed(ring, band.to),
        ...ring.map((corner) => [...ringAt([corner], band.from), ...ringAt([corner], band.to)]),
      ])
    : [];

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
          id: { layer, id: body.id },
          positions,
          width: 1,
          material: Material.fromType('Color', { color: colourOf(body, theme, opacity) }),
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
    dispose: () => {
      onGround.dispose();
      inAir.dispose();
      scene.primitives.remove(edges);
    },
  };
};
