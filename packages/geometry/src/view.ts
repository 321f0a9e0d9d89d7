import { destination, type Place } from './sphere.ts';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degreesOf = (angle: number): number => (angle * 180) / Math.PI;

/** How wide a camera sees, in degrees from edge to edge. */
export interface ViewAngles {
  readonly horizontal: number;
  readonly vertical: number;
}

/** Wide view at zoom 1 as the live picture shows it. The sensor of a photo may be larger. */
export const viewPresets = {
  m30: { horizontal: 65, vertical: 40 },
  h20: { horizontal: 63.13, vertical: 35.23 },
  m3td: { horizontal: 73, vertical: 44 },
} as const satisfies Readonly<Record<string, ViewAngles>>;

const zoomed = (angle: number, zoom: number): number =>
  degreesOf(2 * Math.atan(Math.tan(radians(angle) / 2) / zoom));

/** The view at a zoom factor: 2·atan(tan(FOV/2)/z). Zoom below 1 counts as 1. */
export const viewAngles = (wide: ViewAngles, zoom: number): ViewAngles => {
  const factor = zoom > 1 ? zoom : 1;
  return { horizontal: zoomed(wide.horizontal, factor), vertical: zoomed(wide.vertical, factor) };
};

/** The eye of a camera. Angles in degrees, heights in metres in one datum. */
export interface ViewPoint {
  readonly place: Place;
  readonly height: number;
  /** Of the camera, clockwise from true north. */
  readonly heading: number;
  /** Below the horizon: 90 looks straight down, 0 level, less than 0 up. */
  readonly down: number;
  readonly angles: ViewAngles;
}

/** What the view falls on. */
export interface ViewGround {
  /** Where the ground is flat or not known. */
  readonly level: number;
  /** Height of the ground at a place; null while unknown. Missing: flat. */
  readonly heightAt?: (place: Place) => number | null;
  /** Metres between two heights of the terrain; rays are followed by half of it. Default 30. */
  readonly cell?: number;
  /** Metres at which a view that goes further is cut. Default 1000. */
  readonly range?: number;
}

export interface Footprint {
  /** Left bottom of the picture first, then right bottom, right top, left top; not closed. */
  readonly ring: readonly Place[];
  /** Part of the picture shows the sky or what lies beyond the range. */
  readonly cut: boolean;
}

interface Ray {
  /** Clockwise from north, degrees. */
  readonly bearing: number;
  /** Metres down per metre along the ground; 0 and less: it never comes down. */
  readonly slope: number;
}

/** The direction of a point of the picture; `right` and `up` from -1 to 1. */
const rayOf = ({ heading, down, angles }: ViewPoint, right: number, up: number): Ray => {
  const pitch = radians(down);
  const side = right * Math.tan(radians(angles.horizontal) / 2);
  const lift = up * Math.tan(radians(angles.vertical) / 2);
  const ahead = Math.cos(pitch) + lift * Math.sin(pitch);
  const fall = Math.sin(pitch) - lift * Math.cos(pitch);
  return {
    bearing: heading + degreesOf(Math.atan2(side, ahead)),
    slope: fall / Math.max(Math.hypot(side, ahead), 1e-9),
  };
};

const bisections = 20;

/** Metres along the ground to where a ray meets it; null: not within the range. */
const meets = (eye: ViewPoint, ray: Ray, ground: ViewGround): number | null => {
  const range = ground.range ?? 1_000;
  const { heightAt } = ground;
  const flat = ray.slope > 0 ? (eye.height - ground.level) / ray.slope : Infinity;
  if (!heightAt) return flat <= range ? Math.max(0, flat) : null;
  const above = (metres: number): boolean => {
    const place = destination(eye.place, ray.bearing, metres);
    return eye.height - ray.slope * metres > (heightAt(place) ?? ground.level);
  };
  const step = (ground.cell ?? 30) / 2;
  for (let far = step; far < range + step; far += step) {
    if (above(Math.min(far, range))) continue;
    let [near, beyond] = [Math.max(0, far - step), Math.min(far, range)];
    for (let i = 0; i < bisections; i += 1) {
      const middle = (near + beyond) / 2;
      if (above(middle)) near = middle;
      else beyond = middle;
    }
    return beyond;
  }
  return null;
};

/**
 * Where the line of sight through a point of the picture meets the ground; `right` and `up` from -1 to 1.
 * @returns null when it does not within the range, or the eye is not above the ground
 */
export const sightOnGround = (
  eye: ViewPoint,
  ground: ViewGround,
  { right, up }: { right: number; up: number },
): Place | null => {
  if (!(eye.height > (ground.heightAt?.(eye.place) ?? ground.level))) return null;
  const ray = rayOf(eye, right, up);
  const metres = meets(eye, ray, ground);
  return metres === null ? null : destination(eye.place, ray.bearing, metres);
};

/** A corner of the picture where it meets the ground. */
export interface ViewCorner extends Place {
  /** Metres, of the same zero as the ground. */
  readonly height: number;
  /** Its ray misses the ground: this is where it is at the range. */
  readonly cut: boolean;
}

const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/**
 * The four lines of sight that bound the picture, by where they end: left bottom first, then right bottom, right top, left top.
 * @returns null when the eye is not above the ground
 */
export const viewCorners = (eye: ViewPoint, ground: ViewGround): readonly ViewCorner[] | null => {
  if (!(eye.height > (ground.heightAt?.(eye.place) ?? ground.level))) return null;
  const range = ground.range ?? 1_000;
  return corners.map(([right, up]) => {
    const ray = rayOf(eye, right, up);
    const metres = meets(eye, ray, ground);
    const place = destination(eye.place, ray.bearing, metres ?? range);
    const height =
      metres === null ? eye.height - ray.slope * range : (ground.heightAt?.(place) ?? ground.level);
    return { ...place, height, cut: metres === null };
  });
};

/** Places taken along each edge of the picture, its first corner counted and its last not. */
const perEdge = 6;

/**
 * Where a camera's picture lies on the ground. For the rows at angle θ = p ± β below the horizon over flat ground:
 * distance H/tan θ, half width H/sin θ · cos β · tan α. Over terrain each ray of the edge is followed by half a cell
 * and bisected. A ray that misses the ground is cut at the range.
 * @returns null when no edge of the picture meets the ground, or the eye is not above it
 */
export const footprint = (eye: ViewPoint, ground: ViewGround): Footprint | null => {
  const here = ground.heightAt?.(eye.place) ?? ground.level;
  if (!(eye.height > here)) return null;
  let cut = false;
  let met = false;
  const ring = corners.flatMap(([right, up], index) => {
    const [toRight, toUp] = corners[(index + 1) % corners.length] ?? corners[0];
    return Array.from({ length: perEdge }, (_, step) => {
      const share = step / perEdge;
      const ray = rayOf(eye, right + (toRight - right) * share, up + (toUp - up) * share);
      const metres = meets(eye, ray, ground);
      if (metres === null) cut = true;
      else met = true;
      return destination(eye.place, ray.bearing, metres ?? ground.range ?? 1_000);
    });
  });
  return met ? { ring, cut } : null;
};
