import type { PlanCamera } from '@eyrie/domain';
import {
  footprint,
  sensorView,
  viewCorners,
  type Place,
  type ViewCorner,
  type ViewPoint,
} from '@eyrie/geometry';
import type { Pose } from '@eyrie/map';
import { mappingCameraOf, type PlanPlayback, type PlayedPhoto, type PlayMoment } from '@eyrie/planner';
import type { FlownLeg } from './compute.ts';

/** Metres of the ground above the ellipsoid; null: not known. */
export type GroundAt = (place: Place) => number | null;

/** Metres that a view goes at most: what is farther is haze on every picture. */
const range = 1_000;

/** A moment with the camera turned as for a photo that is taken then. */
export const momentOfPhoto = (
  playback: PlanPlayback,
  { seconds, heading, pitch, zoom }: PlayedPhoto,
): PlayMoment | null => {
  const moment = playback.at(seconds);
  return moment && { ...moment, heading, pitch, zoom };
};

/**
 * Where the camera stands at a moment, and how wide it sees with its zoom. Null while the height above the ellipsoid is not known.
 * @param path the legs that the moment is on, with the sea level at both ends of each
 */
export const poseOf = (moment: PlayMoment, path: readonly FlownLeg[], camera: PlanCamera): Pose | null => {
  const [from, to] = path[moment.leg]?.seaLevels ?? [null, null];
  if (moment.sea === null || from === null || to === null) return null;
  const { lng, lat, heading, pitch } = moment;
  const level = from + (to - from) * moment.share;
  const angles = sensorView(mappingCameraOf(camera), Math.max(1, moment.zoom));
  return { lng, lat, height: moment.sea + level, heading, pitch, ...angles };
};

const eyeOf = ({ lng, lat, height, heading, pitch, horizontal, vertical }: Pose): ViewPoint => ({
  place: { lng, lat },
  height,
  heading,
  down: -pitch,
  angles: { horizontal, vertical },
});

/** Ends of the four lines of sight that bound the picture; null where the ground under the camera is not known. */
export const cornersOf = (pose: Pose, groundAt: GroundAt): readonly ViewCorner[] | null => {
  const level = groundAt(pose);
  return level === null ? null : viewCorners(eyeOf(pose), { level, heightAt: groundAt, range });
};

/** The ground that a camera sees, level as under the camera; where that is not known, with `above` metres of air under it. */
export const seenGround = (
  moment: PlayMoment,
  pose: Pose | null,
  camera: PlanCamera,
  groundAt: GroundAt,
): readonly Place[] => {
  const level = pose && groundAt(pose);
  const angles = sensorView(mappingCameraOf(camera), Math.max(1, moment.zoom));
  const { lng, lat, heading, pitch, height } = moment;
  const eye =
    pose && level !== null
      ? eyeOf(pose)
      : { place: { lng, lat }, height: height ?? 0, heading, down: -pitch, angles };
  return footprint(eye, { level: level ?? 0, range })?.ring ?? [];
};
