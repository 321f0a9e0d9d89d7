import type { PlanePoint } from '../plane.ts';
import type { Place } from '../sphere.ts';
import type { ViewAngles } from '../view.ts';
import type { FlatRing } from './flat.ts';

/** A photo: where the camera is and how it looks. Degrees. */
export interface PhotoView extends Place {
  /** Metres, of the same zero as the heights of the ground. */
  readonly height: number;
  /** Of the camera; straight down, of the upper edge of the photo. Clockwise from north. */
  readonly heading: number;
  /** −90 straight down, 0 at the horizon. */
  readonly pitch: number;
  /** Times of the widest view; default 1. */
  readonly zoom?: number;
  /** Of its own lens at that zoom; missing: as of all photos that are looked at together. */
  readonly angles?: ViewAngles;
}

/** A camera in the plane: axes of its picture as east, north, up, and half its sides at a distance of one. */
export interface PhotoFrame extends PlanePoint {
  readonly height: number;
  readonly right: readonly [number, number];
  readonly up: readonly [number, number, number];
  readonly ahead: readonly [number, number, number];
  readonly wide: number;
  readonly high: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Axes of a camera without roll: ahead = (cos p sin h, cos p cos h, sin p). */
export function frameOf(photo: PhotoView, { east, north }: PlanePoint, all: ViewAngles): PhotoFrame {
  const angles = photo.angles ?? all;
  const [heading, pitch] = [radians(photo.heading), radians(photo.pitch)];
  const [sin, cos, rise, level] = [
    Math.sin(heading),
    Math.cos(heading),
    Math.sin(pitch),
    // 6e-17 at −90° would send rays of a photo straight down a hair's breadth aside.
    photo.pitch === -90 ? 0 : Math.cos(pitch),
  ];
  const zoom = Math.max(1, photo.zoom ?? 1);
  return {
    east,
    north,
    height: photo.height,
    right: [cos, -sin],
    up: [-rise * sin, -rise * cos, level],
    ahead: [level * sin, level * cos, rise],
    wide: Math.tan(radians(angles.horizontal) / 2) / zoom,
    high: Math.tan(radians(angles.vertical) / 2) / zoom,
  };
}

/** Corners of a photo on level ground; null where one of them looks beyond `range` metres along the ground. */
export function ringOnLevel(frame: PhotoFrame, level: number, range: number): FlatRing | null {
  const { east, north, right, up, ahead, wide, high } = frame;
  const fall = Math.max(0, frame.height - level);
  const ring = (
    [
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ] as const
  ).map(([side, lift]): PlanePoint | null => {
    const [x, y] = [side * wide, lift * high];
    const down = -(ahead[2] + y * up[2]);
    const away = down > 0 ? fall / down : Infinity;
    const across = {
      east: (ahead[0] + x * right[0] + y * up[0]) * away,
      north: (ahead[1] + x * right[1] + y * up[1]) * away,
    };
    return Math.hypot(across.east, across.north) <= range
      ? { east: east + across.east, north: north + across.north }
      : null;
  });
  return ring.every((corner) => corner !== null) ? ring : null;
}

/** Whether the place right under the camera is on the photo: what lies lower is then seen more widely, and nothing else. */
export const seesUnder = ({ up, ahead, high }: PhotoFrame): boolean =>
  ahead[2] < 0 && Math.abs(up[2]) <= -ahead[2] * high;
