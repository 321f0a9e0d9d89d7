import type { Place } from '@eyrie/geometry';

/** Where a camera stands and how it looks. Angles in degrees. */
export interface Pose extends Place {
  /** Metres above the WGS-84 ellipsoid. */
  readonly height: number;
  /** Clockwise from north. */
  readonly heading: number;
  /** −90 looks straight down, 0 at the horizon. */
  readonly pitch: number;
  /** From the left edge of its picture to the right one, and from the lower to the upper one. */
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * The world of a map as a camera sees it: ground, base map, tiles and models, without what pages draw on the map. Its element
 * has the shape of the camera's picture. It is drawn when it looks elsewhere or something has come, never without need.
 */
export interface SceneView {
  look(pose: Pose): void;
  dispose(): void;
}
