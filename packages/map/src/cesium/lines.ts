import {
  Cartesian3,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  GroundPolylineGeometry,
  GroundPolylinePrimitive,
  Material,
  PolylineCollection,
  PolylineColorAppearance,
  PolylineMaterialAppearance,
  type Color,
  type Scene,
} from '@cesium/engine';
import type { Line, MapTheme, Spot } from '../contract.ts';
import { colourOf } from './colours.ts';
import { groundOr0 } from './eye.ts';
import type { GlobePart } from './parts.ts';
import type { Stage } from './stage.ts';
import { createSwap, type Built } from './swap.ts';

/** Pixels of a dash and the gap after it together. */
const dashLength = 16;
const width = 3;

/** A line over the ground that lies on it however it rises. */
interface GroundLine {
  readonly id: string;
  readonly positions: readonly Cartesian3[];
  readonly width: number;
  readonly colour: Color;
  readonly dashed: boolean;
}

/** Without repeated points, of which the engine makes no line. */
export const positionsOf = (path: readonly Spot[], heightOf: (spot: Spot) => number): Cartesian3[] =>
  path
    .filter((spot, at) => {
      const before = path[at - 1];
      return !before || before.lng !== spot.lng || before.lat !== spot.lat || before.height !== spot.height;
    })
    .filter(({ lng, lat }) => Number.isFinite(lng) && Number.isFinite(lat))
    .map((spot) => Cartesian3.fromDegrees(spot.lng, spot.lat, heightOf(spot)));

/** Lines painted on the ground: plain ones together, dashed ones by their colour. */
export const groundLines = (layer: string, lines: readonly GroundLine[], scene: Scene): Built[] => {
  if (!GroundPolylinePrimitive.isSupported(scene)) return [];
  const instanceOf = (line: GroundLine) =>
    new GeometryInstance({
      id: { layer, id: line.id },
      geometry: new GroundPolylineGeometry({ positions: [...line.positions], width: line.width }),
      attributes: { color: ColorGeometryInstanceAttribute.fromColor(line.colour) },
    });
  const drawn = lines.filter(({ positions }) => positions.length > 1);
  const plain = drawn.filter(({ dashed }) => !dashed);
  const dashes = Map.groupBy(
    drawn.filter(({ dashed }) => dashed),
    ({ colour }) => colour.toCssColorString(),
  );
  return [
    ...(plain.length === 0
      ? []
      : [
          new GroundPolylinePrimitive({
            geometryInstances: plain.map(instanceOf),
            appearance: new PolylineColorAppearance(),
          }),
        ]),
    ...[...dashes.values()].map(
      (group) =>
        new GroundPolylinePrimitive({
          geometryInstances: group.map(instanceOf),
          appearance: new PolylineMaterialAppearance({
            material: Material.fromType('PolylineDash', { color: group[0]?.colour, dashLength }),
          }),
        }),
    ),
  ];
};

const isRaised = (line: Line): boolean => line.path.some(({ height }) => typeof height === 'number');

/** Lines: those with heights in the air, the others on the ground. */
export const linesPart = (stage: Stage, layer: string, first: MapTheme): GlobePart<readonly Line[]> => {
  const { scene } = stage;
  const raised = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
  const swap = createSwap(stage, true);
  let theme = first;
  let opacity = 1;
  let lines: readonly Line[] = [];
  const drawRaised = () => {
    raised.removeAll();
    for (const line of lines.filter(isRaised)) {
      const positions = positionsOf(line.path, (spot) => spot.height ?? groundOr0(stage, spot));
      if (positions.length < 2) continue;
      const colour = colourOf(line, theme, opacity);
      raised.add({
        id: { layer, id: line.id },
        positions,
        width: line.width ?? width,
        material: line.dashed
          ? Material.fromType('PolylineDash', { color: colour, dashLength })
          : Material.fromType('Color', { color: colour }),
      });
    }
    stage.draw();
  };
  const drawGround = () =>
    swap.show(() =>
      groundLines(
        layer,
        lines
          .filter((line) => !isRaised(line))
          .map((line) => ({
            id: line.id,
            positions: positionsOf(line.path, () => 0),
            width: line.width ?? width,
            colour: colourOf(line, theme, opacity),
            dashed: line.dashed ?? false,
          })),
        scene,
      ),
    );
  const draw = () => {
    drawRaised();
    drawGround();
  };
  return {
    kind: 'lines',
    set: (next) => {
      const grounded = [...lines, ...next].some((line) => !isRaised(line));
      lines = next;
      drawRaised();
      if (grounded) drawGround();
    },
    setVisible: (visible) => {
      raised.show = visible;
      swap.setVisible(visible);
    },
    setOpacity: (next) => {
      opacity = next;
      draw();
    },
    raise: () => {
      scene.primitives.raiseToTop(raised);
      swap.raise();
    },
    recolour: (next) => {
      theme = next;
      draw();
    },
    settle: drawRaised,
    dispose: () => {
      swap.dispose();
      scene.primitives.remove(raised);
    },
  };
};
