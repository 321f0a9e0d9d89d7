import type { SKRSContext2D } from '@napi-rs/canvas';
import { localPlane } from '@eyrie/geometry';
import type { StandingFault } from '../world/index.ts';
import { cameraOf, type Sight } from './view.ts';

/** Metres east and north of the camera. */
type Point = readonly [number, number];
type Shape = { colour: string; points: readonly Point[] };

const ring = (radius: number): Point[] =>
  Array.from({ length: 20 }, (_, step) => {
    const angle = (step / 20) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
/** A rectangle from the middle of its first short side, or around its middle. */
const box = (from: number, to: number, half: number): Point[] => [
  [from, -half],
  [to, -half],
  [to, half],
  [from, half],
];

const heatMark = { cold: '#8d959b', hot: '#d8261c', rim: '#3b4046' } as const;

/** A joint has a heat mark that turns red; a hole shows what tiles lie on; a mast that stands is part of the land. */
const shapesOf = ({ kind, size, broken }: StandingFault): Shape[] => {
  if (kind === 'hotJoint')
    return [
      { colour: heatMark.rim, points: ring(size * 1.15) },
      { colour: broken ? heatMark.hot : heatMark.cold, points: ring(size) },
    ];
  if (!broken) return [];
  if (kind === 'missingTile')
    return [
      { colour: '#2c2723', points: box(-size / 2, size / 2, size / 3) },
      { colour: '#c9a877', points: box(-size / 2, size / 2, size / 18) },
    ];
  return [
    { colour: '#4a4f46', points: box(0, size, 0.9) },
    { colour: '#cfd3d0', points: box(0, size, 0.55) },
    ...[0.86, 0.93].map((share) => ({
      colour: '#cfd3d0',
      points: box(size * share - 0.25, size * share + 0.25, 3.4),
    })),
  ];
};

/** Draws what is out of order in the land, and what was repaired, where the camera sees it. */
export function drawFaults(
  brush: SKRSContext2D,
  width: number,
  height: number,
  sight: Sight,
  faults: readonly StandingFault[],
): void {
  const camera = cameraOf(width, height, sight);
  const plane = localPlane(sight);
  for (const fault of faults) {
    const at = plane.toPlane(fault);
    const [cos, sin] = [Math.cos(fault.turn), Math.sin(fault.turn)];
    for (const { colour, points } of shapesOf(fault)) {
      const corners = points.map(([along, across]) =>
        camera.project(at.east + along * cos - across * sin, at.north + along * sin + across * cos),
      );
      if (corners.includes(null)) continue;
      brush.beginPath();
      for (const corner of corners) if (corner) brush.lineTo(corner.x, corner.y);
      brush.closePath();
      brush.fillStyle = colour;
      brush.fill();
    }
  }
}
