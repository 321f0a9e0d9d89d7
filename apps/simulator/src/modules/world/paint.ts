import type { PlanePoint } from '@eyrie/geometry';
import { createGrids, valueOn } from './grids.ts';
import { cellNoise } from '../../platform/noise.ts';
import { inside, paintGround, type Colour, type Picture, type View } from './paint-ground.ts';
import { roads, turbine, turbines, type Road } from './plan.ts';
import { inBuilding, type Building, type World } from './world.ts';

/** Draws the world as it looks from above. */
export interface Painter {
  paint(view: View): Picture;
}

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}
type Canvas = Picture & { view: View; box: Box };

const boxOf = (view: View): Box => ({
  west: view.east[0] ?? 0,
  east: view.east.at(-1) ?? 0,
  north: view.north[0] ?? 0,
  south: view.north.at(-1) ?? 0,
});
const around = (points: readonly PlanePoint[], more: number): Box => {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { east, north } of points) {
    box.west = Math.min(box.west, east - more);
    box.east = Math.max(box.east, east + more);
    box.south = Math.min(box.south, north - more);
    box.north = Math.max(box.north, north + more);
  }
  return box;
};
const meet = (a: Box, b: Box): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;

/** Lays a colour over the pixels of a box as strongly as `shareAt` says, 0 to 1. */
const stamp = (
  canvas: Canvas,
  box: Box,
  colourAt: (east: number, north: number) => Colour,
  shareAt: (east: number, north: number) => number,
): void => {
  if (!meet(box, canvas.box)) return;
  const { view, data, width, height } = canvas;
  const perColumn = (canvas.box.east - canvas.box.west) / (width - 1);
  const perRow = (canvas.box.north - canvas.box.south) / (height - 1);
  const first = Math.max(0, Math.floor((box.west - canvas.box.west) / perColumn));
  const last = Math.min(width - 1, Math.ceil((box.east - canvas.box.west) / perColumn));
  const top = Math.max(0, Math.floor((canvas.box.north - box.north) / perRow));
  const bottom = Math.min(height - 1, Math.ceil((canvas.box.north - box.south) / perRow));
  for (let row = top; row <= bottom; row += 1) {
    const north = view.north[row] ?? 0;
    for (let column = first; column <= last; column += 1) {
      const east = view.east[column] ?? 0;
      const share = shareAt(east, north);
      if (share <= 0) continue;
      const colour = colourAt(east, north);
      const at = (row * width + column) * 4;
      for (let band = 0; band < 3; band += 1) {
        const old = data[at + band] ?? 0;
        data[at + band] = old + ((colour[band] ?? 0) - old) * share;
      }
    }
  }
};

const strip = (
  canvas: Canvas,
  [a, b]: readonly [PlanePoint, PlanePoint],
  half: number,
  colour: Colour,
  most = 1,
) => {
  const { pixel } = canvas.view;
  const along = b.east - a.east;
  const up = b.north - a.north;
  const square = along * along + up * up || 1;
  stamp(
    canvas,
    around([a, b], half + pixel),
    () => colour,
    (east, north) => {
      const t = Math.min(1, Math.max(0, ((east - a.east) * along + (north - a.north) * up) / square));
      return most * inside(half - Math.hypot(east - a.east - along * t, north - a.north - up * t), pixel);
    },
  );
};

const pairs = (line: readonly PlanePoint[]): [PlanePoint, PlanePoint][] =>
  line.slice(1).flatMap((to, index): [PlanePoint, PlanePoint][] => {
    const before = line[index];
    return before ? [[before, to]] : [];
  });
const roadPairs = roads.map((road) => ({ road, legs: pairs(road.points) }));
const verge: Colour = [150, 148, 112];
const asphalt: Colour = [196, 191, 180];

const drawRoads = (canvas: Canvas): void => {
  const near = roadPairs.map(({ road, legs }) => ({
    road,
    legs: legs.filter((leg) => meet(around(leg, road.half + 4), canvas.box)),
  }));
  const all = (width: (road: Road) => number, colour: Colour) => {
    for (const { road, legs } of near) for (const leg of legs) strip(canvas, leg, width(road), colour);
  };
  all(({ half }) => half + 1.6, verge);
  all(({ half }) => half, asphalt);
};

/** The sun stands in the north-west as on every relief map, so shadows fall to the south-east. */
const shadow = { east: 0.62, north: -0.5 } as const;
const dark: Colour = [58, 62, 54];

const treeCell = 7;
const drawTrees = (canvas: Canvas, woodAt: (at: PlanePoint) => number, seed: number): void => {
  const { box } = canvas;
  for (let y = Math.floor(box.south / treeCell) - 1; y <= box.north / treeCell + 1; y += 1)
    for (let x = Math.floor(box.west / treeCell) - 1; x <= box.east / treeCell + 1; x += 1) {
      const drawn = cellNoise(x, y, seed + 30);
      const at = {
        east: (x + 0.8 * cellNoise(x, y, seed + 31)) * treeCell,
        north: (y + 0.8 * cellNoise(x, y, seed + 32)) * treeCell,
      };
      if (woodAt(at) < 0.02 - (drawn < 0.2 ? 0.05 : 0)) continue;
      const radius = 2.2 + 1.9 * drawn;
      const tone = 0.8 + 0.4 * cellNoise(x, y, seed + 33);
      const shade = { east: at.east + 2.2, north: at.north - 1.8 };
      disc(canvas, shade, radius, () => dark, 0.5);
      disc(canvas, at, radius, (east, north) => {
        const light = tone * (1 + (0.14 * (north - at.north - (east - at.east))) / radius);
        return [88 * light, 112 * light, 74 * light];
      });
    }
};
const disc = (
  canvas: Canvas,
  at: PlanePoint,
  radius: number,
  colourAt: (east: number, north: number) => Colour,
  most = 1,
): void =>
  stamp(
    canvas,
    around([at], radius + canvas.view.pixel),
    colourAt,
    (east, north) => most * inside(radius - Math.hypot(east - at.east, north - at.north), canvas.view.pixel),
  );

/** Metres that a point is inside of the walls. */
const depthIn = (one: Building, east: number, north: number): number => {
  const { along, across } = inBuilding(one, { east, north });
  return Math.min(one.long / 2 - Math.abs(along), one.wide / 2 - Math.abs(across));
};

const drawBuildings = (canvas: Canvas, buildings: readonly Building[]): void => {
  const { pixel } = canvas.view;
  const near = buildings.filter((one) => meet(around([one], one.long + 12), canvas.box));
  for (const one of near) {
    const fall = one.ridge - one.base;
    const steps = [0.2, 0.4, 0.6, 0.8, 1].map((share) => share * fall);
    stamp(
      canvas,
      around([one], one.long / 2 + one.wide / 2 + fall),
      () => dark,
      (east, north) =>
        0.52 *
        Math.max(
          ...steps.map((step) =>
            inside(depthIn(one, east - shadow.east * step, north - shadow.north * step), 1.2 + pixel),
          ),
        ),
    );
  }
  for (const one of near) drawRoof(canvas, one);
};

const drawRoof = (canvas: Canvas, one: Building): void => {
  const { pixel } = canvas.view;
  const gable = one.ridge > one.eaves;
  // The side that looks to the sun is lighter.
  const facing = Math.sign(-Math.sin(one.turn) * -shadow.east + Math.cos(one.turn) * -shadow.north) || 1;
  stamp(
    canvas,
    around([one], (one.long + one.wide) / 2 + pixel),
    (east, north) => {
      const { across } = inBuilding(one, { east, north });
      const rim = depthIn(one, east, north) < 0.7;
      const light = gable ? 1 + 0.13 * facing * Math.sign(across) : rim ? 0.88 : 1;
      const [r, g, b] = one.roof;
      return [r * light, g * light, b * light];
    },
    (east, north) => inside(depthIn(one, east, north), pixel),
  );
};

const drawTall = (canvas: Canvas, world: World): void => {
  for (const mast of world.masts().flat()) {
    const tip = { east: mast.east + shadow.east * 22, north: mast.north + shadow.north * 22 };
    strip(canvas, [mast, tip], 0.5, dark, 0.45);
    disc(canvas, mast, 1.7, () => [206, 206, 200]);
  }
  for (const foot of turbines) {
    const hub = {
      east: foot.east + shadow.east * turbine.tower,
      north: foot.north + shadow.north * turbine.tower,
    };
    strip(canvas, [foot, hub], 1.2, dark, 0.4);
    for (const angle of [1.9, 4, 6.1]) {
      const end = {
        east: hub.east + turbine.blade * Math.cos(angle),
        north: hub.north + turbine.blade * Math.sin(angle),
      };
      strip(canvas, [hub, end], 0.8, dark, 0.35);
    }
    disc(canvas, foot, 8, () => [184, 180, 164], 0.8);
    disc(canvas, foot, 2.2, () => [236, 236, 232]);
  }
};

export function createPainter(world: World): Painter {
  const grids = createGrids(world);
  return {
    paint(view) {
      const canvas = { ...paintGround(view, grids, world.seed), view, box: boxOf(view) };
      drawRoads(canvas);
      if (view.pixel < 4)
        drawTrees(canvas, ({ east, north }) => valueOn(grids.wood, east, north), world.seed);
      drawBuildings(canvas, world.buildings());
      drawTall(canvas, world);
      return canvas;
    },
  };
}
