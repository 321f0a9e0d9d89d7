import type { PlanCamera } from '@eyrie/domain';
import type { Polygon } from '@eyrie/map';
import type { PlanPlayback } from '@eyrie/planner';
import { momentOfPhoto, poseOf, seenGround, type GroundAt } from './camera-pose.ts';
import type { FlownLeg } from './compute.ts';

/** More outlines than these hide the ground that they are about. */
export const footprintsAtMost = 600;

/** Outlines of the photos that a route takes, at most so many, evenly. */
export const footprintsOf = (
  playback: PlanPlayback,
  path: readonly FlownLeg[],
  camera: PlanCamera,
  groundAt: GroundAt,
): Polygon[] => {
  const step = Math.max(1, Math.ceil(playback.photos.length / footprintsAtMost));
  return playback.photos.flatMap((photo, at): Polygon[] => {
    const moment = at % step === 0 ? momentOfPhoto(playback, photo) : null;
    const ring = moment ? seenGround(moment, poseOf(moment, path, camera), camera, groundAt) : [];
    return ring.length > 2
      ? [{ id: `photo.${at}`, rings: [ring], tone: 'accent', fill: 0.05, edge: false }]
      : [];
  });
};
