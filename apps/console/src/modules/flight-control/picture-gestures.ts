import type { cameraTypes } from '@eyrie/domain';

/** Shares of the picture from its left and top. */
export interface FramePlace {
  x: number;
  y: number;
}

type CameraType = (typeof cameraTypes)[number];

/** What a lens magnifies, at least and at most. */
export const zoomRanges = { wide: [1, 200], zoom: [1, 200], ir: [2, 20] } as const;

/** Through which lens a live picture looks, by the word of its device; null: none that can be ordered. */
export const lensOfPicture = (word: string | null): CameraType | null => {
  if (word === 'ir' || word === 'zoom') return word;
  return word === 'wide' || word === 'normal' ? 'wide' : null;
};

/** One notch of a wheel. */
const perNotch = 1.2;

/** The factor after so many notches of a wheel, up is closer. @param from what the aircraft reports */
export const wheelZoom = (from: number, notches: number, lens: CameraType): number => {
  const [least, most] = zoomRanges[lens];
  const factor = Math.min(most, Math.max(least, from * perNotch ** notches));
  return Math.round(factor * 10) / 10;
};

/** Degrees a second at the edge of the picture, counted from where the drag began. */
const fastest = 60;
/** Shares of the picture: a trembling finger turns nothing. */
const still = 0.03;

/** How fast a drag turns the gimbal; null: it stays. The picture follows the hand: to the right, the camera turns right. */
export const dragSpeeds = (
  from: FramePlace,
  to: FramePlace,
): { pitch_speed: number; yaw_speed: number } | null => {
  const [across, down] = [to.x - from.x, to.y - from.y];
  if (!Number.isFinite(across) || !Number.isFinite(down) || Math.hypot(across, down) < still) return null;
  const speed = (share: number): number =>
    Math.round(Math.min(1, Math.max(-1, share * 2)) * fastest * 10) / 10 + 0;
  return { pitch_speed: speed(-down), yaw_speed: speed(across) };
};
