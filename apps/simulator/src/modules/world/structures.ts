import type { PlanePoint } from '@eyrie/geometry';
import type { Frame, Vector } from './frame.ts';
import { addFace, type Mesh } from './glb.ts';
import type { Colour } from './paint-ground.ts';
import { turbine } from './plan.ts';
import type { Building, Mast, World } from './world.ts';

const times = ([r, g, b]: Colour, light: number): Colour => [
  Math.min(255, Math.round(r * light)),
  Math.min(255, Math.round(g * light)),
  Math.min(255, Math.round(b * light)),
];
const wallColour: Colour = [214, 206, 190];
const hallColour: Colour = [188, 196, 200];
/** The light comes from the north-west, as on the imagery. */
const lightOn = (angle: number): number => 0.86 + 0.16 * Math.cos(angle - 2.35);

/** Its corners against the clock from the south-west, in its own axes. */
export const footprint = ({ east, north, turn, long, wide }: Building): PlanePoint[] =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([along = 0, across = 0]) => ({
    east: east + (along * long * Math.cos(turn)) / 2 - (across * wide * Math.sin(turn)) / 2,
    north: north + (along * long * Math.sin(turn)) / 2 + (across * wide * Math.cos(turn)) / 2,
  }));

const ridgeEnds = (one: Building): [PlanePoint, PlanePoint] => {
  const end = (side: number): PlanePoint => ({
    east: one.east + (side * one.long * Math.cos(one.turn)) / 2,
    north: one.north + (side * one.long * Math.sin(one.turn)) / 2,
  });
  return [end(-1), end(1)];
};

/** Walls reach into the ground, which is not level. */
const below = 2;

export function addWalls(mesh: Mesh, frame: Frame, one: Building): void {
  const corners = footprint(one);
  const colour = one.ridge > one.eaves ? wallColour : hallColour;
  for (const [index, a] of corners.entries()) {
    const b = corners[(index + 1) % 4] ?? a;
    const angle = Math.atan2(b.north - a.north, b.east - a.east) - Math.PI / 2;
    const face = [
      frame.local(a, one.base - below),
      frame.local(b, one.base - below),
      frame.local(b, one.eaves),
      frame.local(a, one.eaves),
    ];
    addFace(mesh, face, times(colour, lightOn(angle)));
  }
  if (one.ridge === one.eaves) return;
  const [start, end] = ridgeEnds(one);
  const [a, b, c, d] = corners.map((corner) => frame.local(corner, one.eaves));
  if (!a || !b || !c || !d) return;
  addFace(mesh, [b, c, frame.local(end, one.ridge)], times(wallColour, lightOn(one.turn)));
  addFace(mesh, [d, a, frame.local(start, one.ridge)], times(wallColour, lightOn(one.turn + Math.PI)));
}

/** The faces of a roof, each with its corners as places and heights. */
export const roofFaces = (
  one: Building,
): { corners: (PlanePoint & { height: number })[]; light: number }[] => {
  const [a, b, c, d] = footprint(one).map((corner) => ({ ...corner, height: one.eaves }));
  if (!a || !b || !c || !d) return [];
  if (one.ridge === one.eaves) return [{ corners: [a, b, c, d], light: 1.04 }];
  const [start, end] = ridgeEnds(one).map((point) => ({ ...point, height: one.ridge }));
  if (!start || !end) return [];
  return [
    { corners: [a, b, end, start], light: lightOn(one.turn - Math.PI / 2) },
    { corners: [c, d, start, end], light: lightOn(one.turn + Math.PI / 2) },
  ];
};

export function addRoof(mesh: Mesh, frame: Frame, one: Building): void {
  for (const { corners, light } of roofFaces(one))
    addFace(
      mesh,
      corners.map((corner) => frame.local(corner, corner.height)),
      times(one.roof, light),
    );
}

type Spot = PlanePoint & { height: number };

/** A beam with a square section between two points, metres thick. */
const addBeam = (
  mesh: Mesh,
  frame: Frame,
  from: Spot,
  to: Spot,
  [thick, end = thick]: number[],
  colour: Colour,
) => {
  const a = frame.local(from, from.height);
  const b = frame.local(to, to.height);
  const upright = Math.abs(b[2] - a[2]) > Math.hypot(b[0] - a[0], b[1] - a[1]);
  const angle = upright ? 0 : Math.atan2(b[1] - a[1], b[0] - a[0]) + Math.PI / 2;
  const side: Vector = [Math.cos(angle), Math.sin(angle), 0];
  const other: Vector = upright ? [0, 1, 0] : [0, 0, 1];
  const ring = (at: Vector, half: number): Vector[] =>
    [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ].map(([u = 0, v = 0]) => [
      at[0] + half * (u * side[0] + v * other[0]),
      at[1] + half * (u * side[1] + v * other[1]),
      at[2] + half * (u * side[2] + v * other[2]),
    ]);
  const low = ring(a, (thick ?? 1) / 2);
  const high = ring(b, (end ?? 1) / 2);
  for (const index of [0, 1, 2, 3]) {
    const next = (index + 1) % 4;
    const face = [low[index], low[next], high[next], high[index]].filter((one) => one !== undefined);
    addFace(mesh, face, times(colour, 0.82 + 0.09 * index));
  }
};

const steel: Colour = [150, 156, 160];
const arm = 3.4;
/** Where its wires hang, left and right of it and at its top. */
export const wireEnds = (mast: Mast): Spot[] =>
  [-arm, arm].map((side) => ({
    east: mast.east - side * Math.sin(mast.turn),
    north: mast.north + side * Math.cos(mast.turn),
    height: mast.top - 3.2,
  }));

const addMast = (mesh: Mesh, frame: Frame, mast: Mast): void => {
  addBeam(mesh, frame, { ...mast, height: mast.base - 1 }, { ...mast, height: mast.top }, [1.5, 0.5], steel);
  const [left, right] = wireEnds(mast);
  if (!left || !right) return;
  const raised = (end: Spot): Spot => ({ ...end, height: end.height + 0.7 });
  addBeam(mesh, frame, raised(left), raised(right), [0.5], steel);
};

/** Metres that the middle of a wire hangs below its ends. */
export const sag = 2.2;
export const wirePoint = (from: Spot, to: Spot, share: number): Spot => ({
  east: from.east + (to.east - from.east) * share,
  north: from.north + (to.north - from.north) * share,
  height: from.height + (to.height - from.height) * share - 4 * sag * share * (1 - share),
});
const pieces = 6;

/** One mast of a line, with the wires to the one before it. */
export function addMastOf(mesh: Mesh, frame: Frame, line: readonly Mast[], index: number): void {
  const [mast, before] = [line[index], line[index - 1]];
  if (!mast) return;
  addMast(mesh, frame, mast);
  if (before) {
    for (const [side, from] of wireEnds(before).entries()) {
      const to = wireEnds(mast)[side];
      if (!to) continue;
      for (let piece = 0; piece < pieces; piece += 1)
        addBeam(
          mesh,
          frame,
          wirePoint(from, to, piece / pieces),
          wirePoint(from, to, (piece + 1) / pieces),
          [0.14],
          [92, 96, 100],
        );
    }
  }
}

export function addTurbine(mesh: Mesh, frame: Frame, world: World, foot: PlanePoint): void {
  const base = world.ground(foot.east, foot.north);
  const white: Colour = [238, 238, 234];
  const hub = { ...foot, north: foot.north - 2.4, height: base + turbine.tower };
  addBeam(mesh, frame, { ...foot, height: base - 1 }, { ...foot, height: hub.height }, [4.2, 2.2], white);
  addBeam(
    mesh,
    frame,
    { ...hub, height: hub.height + 0.6 },
    { ...foot, north: foot.north + 4, height: hub.height + 0.6 },
    [2.6],
    white,
  );
  for (const angle of [0.35, 0.35 + (2 * Math.PI) / 3, 0.35 + (4 * Math.PI) / 3]) {
    const tip = {
      east: hub.east + turbine.blade * Math.sin(angle),
      north: hub.north,
      height: hub.height + turbine.blade * Math.cos(angle),
    };
    addBeam(mesh, frame, hub, tip, [1.9, 0.5], white);
  }
}
