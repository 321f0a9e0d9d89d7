import { limits, takeOffLimits, takeOffStates, type lostActions, type TakeOffState } from '@eyrie/domain';
import { dockGeneration } from './models.ts';
import { numberAt, textAt } from './read.ts';
import type { Service } from './services.ts';
import type { DeviceMessage } from './wire.ts';

export interface TakeOffToPoint {
  /** Names the flight in every message of its progress. */
  flightId: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid, as no other height here. */
  ellipsoidHeight: number;
  /** Metres above take-off to which it rises before it goes sideways, whole. */
  safeHeight: number;
  /** Metres above take-off, whole. */
  returnAltitude: number;
  lostAction: (typeof lostActions)[number];
  /** m/s, whole. */
  maxSpeed: number;
  /** Key or name of the dock; the first generation does not know every field. */
  dockModel: string;
}

const within = (value: number, low: number, high: number, what: string): number => {
  if (!(value >= low && value <= high)) throw new RangeError(`${what} must be ${low} to ${high}`);
  return value;
};
const whole = (value: number, low: number, high: number, what: string): number => {
  if (!Number.isInteger(value)) throw new RangeError(`${what} must be whole`);
  return within(value, low, high, what);
};

/** By the height that is sent, not by one that the aircraft chooses. */
const setHeight = 1;
/** On losing its link: return. Whether it first flies to its point is said by another field. */
const returns = 2;

/** Takes off and flies to a point. Throws a RangeError for what no aircraft may get: the last guard before it. */
export const takeOffToPoint = (input: TakeOffToPoint): Service => {
  const { ellipsoidMin, speedMin, speedMax } = limits.flightControl;
  const { ellipsoidMax, safeHeightMin, safeHeightMax } = takeOffLimits;
  const { returnAltitudeMin, returnAltitudeMax } = limits.flight;
  const safeHeight = whole(input.safeHeight, safeHeightMin, safeHeightMax, 'safe height');
  const newer =
    dockGeneration(input.dockModel) === 1
      ? {}
      : { rth_mode: setHeight, commander_flight_mode: setHeight, flight_safety_advance_check: 0 };
  return {
    method: 'takeoff_to_point',
    data: {
      flight_id: input.flightId,
      target_latitude: within(input.lat, -90, 90, 'latitude'),
      target_longitude: within(input.lng, -180, 180, 'longitude'),
      target_height: within(input.ellipsoidHeight, ellipsoidMin, ellipsoidMax, 'height'),
      security_takeoff_height: safeHeight,
      rth_altitude: whole(input.returnAltitude, returnAltitudeMin, returnAltitudeMax, 'return altitude'),
      rc_lost_action: returns,
      commander_mode_lost_action: input.lostAction === 'return' ? 1 : 0,
      // Left out, newer firmware takes 2 m.
      commander_flight_height: safeHeight,
      max_speed: whole(input.maxSpeed, speedMin, speedMax, 'speed'),
      ...newer,
    },
  };
};

/** What a device says of a flight that began by a take-off to a point. */
export interface TakeOffProgress {
  flightId: string;
  state: TakeOffState;
  /** 0, or the error code of what went wrong. */
  result: number;
  /** Metres and seconds left to the point; null: not reported. */
  metresLeft: number | null;
  secondsLeft: number | null;
}

export const takeOffEvent = 'takeoff_to_point_progress';

const isState = (word: string | null): word is TakeOffState => takeOffStates.some((state) => state === word);
const notNegative = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);

/** Reads progress of a take-off to a point; null: it is another event, or says nothing of one. */
export const takeOffProgress = ({ method, data }: DeviceMessage): TakeOffProgress | null => {
  if (method !== takeOffEvent) return null;
  const flightId = textAt(data, 'flight_id');
  const state = textAt(data, 'status');
  if (flightId === null || !isState(state)) return null;
  return {
    flightId,
    state,
    result: numberAt(data, 'result') ?? 0,
    metresLeft: notNegative(numberAt(data, 'remaining_distance')),
    secondsLeft: notNegative(numberAt(data, 'remaining_time')),
  };
};
