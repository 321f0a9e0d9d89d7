import { stickAxes, type Sticks } from '@eyrie/domain';

const centre = 1024;
const reach = 660;

const deflected = (value: number): number => {
  if (!(value >= -1 && value <= 1)) throw new RangeError('deflection must be -1 to 1');
  return centre + Math.round(value * reach);
};

/**
 * Text of a `stick_control`, which docks of the second and third generation know: 364 to 1684 each, 1024 in the middle.
 * @throws RangeError for a deflection that is no number from -1 to 1
 */
export const encodeSticks = (seq: number, sticks: Sticks): string =>
  JSON.stringify({
    seq,
    method: 'stick_control',
    data: Object.fromEntries(stickAxes.map((axis) => [axis, deflected(sticks[axis])])),
  });

/** Text of a heartbeat, which goes with a frame of sticks. `timestamp`: epoch ms. */
export const encodeHeartbeat = (seq: number, timestamp: number): string =>
  JSON.stringify({ seq, method: 'heart_beat', data: { timestamp: Math.round(timestamp) } });
