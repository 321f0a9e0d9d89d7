import type { Camera, MapHost } from '@eyrie/map';

const figures = ['lng', 'lat', 'zoom', 'bearing', 'pitch'] as const;

/** Whether two cameras see the same: a camera set on one map comes back from it rounded. */
export const sameCamera = (one: Camera, other: Camera): boolean =>
  figures.every((name) => Math.abs(one[name] - other[name]) < 1e-6);

type Follower = Pick<MapHost, 'camera' | 'setCamera' | 'onCamera'>;

/** Has each of two maps follow the other, the second one the first from the start. @returns ends it */
export const joinCameras = (first: Follower, second: Follower): (() => void) => {
  const follow = (follower: Follower) => (camera: Camera) => {
    // The follower says that it moved, too: it sees the same already, and nothing goes round.
    if (!sameCamera(follower.camera(), camera)) follower.setCamera(camera);
  };
  follow(second)(first.camera());
  const stops = [first.onCamera(follow(second)), second.onCamera(follow(first))];
  return () => stops.forEach((stop) => stop());
};
