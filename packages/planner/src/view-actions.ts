import { lensWords, type PlanAction } from '@eyrie/domain';
import { normaliseHeading } from '@eyrie/geometry';

/** What a camera looks at, as a photo or a recorded flight says it. Degrees; null: not known. */
export interface CameraView {
  /** Of the camera, clockwise from north. */
  readonly heading: number | null;
  /** −90 is straight down. */
  readonly pitch: number | null;
  /** Times of the widest view. */
  readonly zoom?: number | null;
  /** A lens by the words of the route format; others are left out. */
  readonly lens?: string | null;
}

const lensOf = (word: string | null | undefined): (typeof lensWords)[number] | null =>
  lensWords.find((one) => one === word) ?? null;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The actions that take a picture of a view again, in the order in which they are of use: yaw, gimbal, zoom, wait, photo. */
export function viewActions(
  { heading, pitch, zoom, lens }: CameraView,
  { hover = 0 }: { readonly hover?: number } = {},
): PlanAction[] {
  const chosen = lensOf(lens);
  const actions: PlanAction[] = [];
  if (heading !== null && Number.isFinite(heading))
    actions.push({ type: 'rotateYaw', heading: tenth(normaliseHeading(heading)) });
  if (pitch !== null && Number.isFinite(pitch))
    actions.push({ type: 'gimbalRotate', pitch: Math.min(45, Math.max(-120, tenth(pitch))) });
  if (zoom !== null && zoom !== undefined && zoom > 1)
    actions.push({ type: 'zoom', factor: Math.min(200, tenth(zoom)) });
  if (hover > 0) actions.push({ type: 'hover', seconds: hover });
  actions.push({ type: 'takePhoto', ...(chosen ? { lenses: [chosen] } : {}) });
  return actions;
}
