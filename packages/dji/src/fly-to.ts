import { flyToStates, limits, type FlyToState } from '@eyrie/domain';
import type { Service } from './services.ts';
import { numberAt, textAt } from './read.ts';
import type { DeviceMessage } from './wire.ts';

export interface FlyToPoint {
  /** Names the way in every message of its progress. */
  flyToId: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
  /** m/s, whole. */
  maxSpeed: number;
}

const within = (value: number, low: number, high: number, what: string): number => {
  if (!(value >= low && value <= high)) throw new RangeError(`${what} must be ${low} to ${high}`);
  return value;
};

/**
 * Sends an aircraft in flight to a point. Throws a RangeError for a point that no aircraft may get.
 * @param underWay to another one already: that one is replaced, and progress goes on under the name of the first
 */
export const flyToPoint = (
  { flyToId, lng, lat, height, maxSpeed }: FlyToPoint,
  underWay: boolean,
): Service => {
  const { ellipsoidMin, ellipsoidMax, speedMin, speedMax } = limits.flightControl;
  if (!Number.isInteger(maxSpeed)) throw new RangeError('speed must be whole');
  return {
    method: underWay ? 'fly_to_point_update' : 'fly_to_point',
    data: {
      ...(underWay ? {} : { fly_to_id: flyToId }),
      max_speed: within(maxSpeed, speedMin, speedMax, 'speed'),
      points: [
        {
          latitude: within(lat, -90, 90, 'latitude'),
          longitude: within(lng, -180, 180, 'longitude'),
          height: within(height, ellipsoidMin, ellipsoidMax, 'height'),
        },
      ],
    },
  };
};

/** What a device says of its way to a point. */
export interface FlyToProgress {
  flyToId: string;
  state: FlyToState;
  /** 0, or the error code of what went wrong. */
  result: number;
  /** Metres and seconds left; null: not told. */
  metresLeft: number | null;
  secondsLeft: number | null;
}

const isState = (word: string | null): word is FlyToState => flyToStates.some((state) => state === word);
const notNegative = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);

/** The event in which an aircraft reports its way to a point. */
export const flyToEvent = 'fly_to_point_progress';

/** Reads progress on the way to a point; null: it is another event, or tells nothing of one. */
export const flyToProgress = ({ method, data }: DeviceMessage): FlyToProgress | null => {
  if (method !== flyToEvent) return null;
  const flyToId = textAt(data, 'fly_to_id');
  const state = textAt(data, 'status');
  if (flyToId === null || !isState(state)) return null;
  return {
    flyToId,
    state,
    result: numberAt(data, 'result') ?? 0,
    metresLeft: notNegative(numberAt(data, 'remaining_distance')),
    secondsLeft: notNegative(numberAt(data, 'remaining_time')),
  };
};
