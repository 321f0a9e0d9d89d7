import type { cameraTypes, PayloadCommand, PayloadData } from '@eyrie/domain';
import { dragSpeeds, type FramePlace } from './picture-gestures.ts';

/** What a point or an area of the picture is for. */
export const frameUses = ['aim', 'turn', 'box', 'focus', 'point', 'area'] as const;
export type FrameUse = (typeof frameUses)[number];

/** An area is at least so wide and high: a trembling finger means a point. */
const leastSide = 0.02;

const within = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0.5);
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The order that was meant; null: an area was wanted, and none was drawn. @param from, to ends of the drag, in any order */
export const frameOrder = (
  use: FrameUse,
  lens: (typeof cameraTypes)[number],
  from: FramePlace,
  to: FramePlace,
): readonly [PayloadCommand, PayloadData] | null => {
  const at = { x: round(within(to.x)), y: round(within(to.y)) };
  // A drag turns while it lasts: this is the turn of a moment.
  if (use === 'turn') {
    const speeds = dragSpeeds(from, to);
    return speeds && ['camera_screen_drag', { locked: false, ...speeds }];
  }
  if (use === 'point') return ['ir_metering_point_set', at];
  // The thermal lens has no focus of its own.
  if (use === 'focus')
    return ['camera_point_focus_action', { camera_type: lens === 'ir' ? 'zoom' : lens, ...at }];
  if (use === 'aim') return ['camera_aim', { camera_type: lens, locked: false, ...at }];
  const [left, right] = [within(from.x), within(to.x)].toSorted((a, b) => a - b) as [number, number];
  const [top, bottom] = [within(from.y), within(to.y)].toSorted((a, b) => a - b) as [number, number];
  if (right - left < leastSide || bottom - top < leastSide) return null;
  const area = { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
  return use === 'area'
    ? ['ir_metering_area_set', area]
    : ['camera_frame_zoom', { camera_type: lens, locked: false, ...area }];
};
