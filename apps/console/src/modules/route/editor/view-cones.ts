import type { Line, Pose, Tone } from '@eyrie/map';
import type { PlanCamera } from '@eyrie/domain';
import type { PlanPlayback } from '@eyrie/planner';
import { cornersOf, momentOfPhoto, poseOf, type GroundAt } from './camera-pose.ts';
import type { FlownLeg } from './compute.ts';

/** More cones than these hide what they are about. */
export const conesAtMost = 48;

/** Something that looks, by a name of its own. */
export interface Looking {
  readonly id: string;
  readonly pose: Pose;
}

const thinned = <One>(all: readonly One[], most: number): readonly One[] => {
  const step = Math.ceil(all.length / most);
  return step <= 1 ? all : all.filter((_, at) => at % step === 0);
};

/** Lines of sight from each camera to the corners of its picture, and the edge of the picture on the ground; at most so many. */
export const conesOf = (looking: readonly Looking[], groundAt: GroundAt, tone: Tone): Line[] =>
  thinned(looking, conesAtMost).flatMap(({ id, pose }): Line[] => {
    const corners = cornersOf(pose, groundAt);
    const [first] = corners ?? [];
    if (!corners || !first) return [];
    const { lng, lat, height } = pose;
    const look = { tone, width: 1 } as const;
    return [
      ...corners.map((corner, at) => ({ id: `${id}/${at}`, path: [{ lng, lat, height }, corner], ...look })),
      { id: `${id}/ground`, path: [...corners, first], ...look },
    ];
  });

/** Cameras at these points of a plan; without any, at its photos. */
export const lookingFrom = (
  playback: PlanPlayback,
  path: readonly FlownLeg[],
  camera: PlanCamera,
  points: ReadonlySet<string>,
): Looking[] => {
  const moments =
    points.size > 0
      ? thinned([...points], conesAtMost).map((id) => {
          const seconds = playback.secondsAt(id);
          return { id: `point ${id}`, moment: seconds === null ? null : playback.at(seconds) };
        })
      : thinned(playback.photos, conesAtMost).map((photo, at) => ({
          id: `photo ${at}`,
          moment: momentOfPhoto(playback, photo),
        }));
  return moments.flatMap(({ id, moment }) => {
    const pose = moment && poseOf(moment, path, camera);
    return pose ? [{ id, pose }] : [];
  });
};
