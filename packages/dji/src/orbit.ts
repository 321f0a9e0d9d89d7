import { orbitLimits, type OrbitState } from '@eyrie/domain';
import { numberAt, textAt } from './read.ts';
import type { Service } from './services.ts';
import type { DeviceMessage } from './wire.ts';

/** Begins to fly around a point at the distance that the aircraft has from it. `height`: metres above the ellipsoid. */
export const poiModeEnter = (point: { lng: number; lat: number; height: number }): Service => {
  const { lng, lat, height } = point;
  if (![lng, lat, height].every(Number.isFinite)) throw new RangeError('the point must be numbers');
  return { method: 'poi_mode_enter', data: { latitude: lat, longitude: lng, height } };
};

/** @param speed m/s; negative: clockwise */
export const poiCircleSpeed = (speed: number): Service => {
  if (!(Math.abs(speed) <= orbitLimits.speedMax)) throw new RangeError('speed is beyond its range');
  return { method: 'poi_circle_speed_set', data: { circle_speed: speed } };
};

export const poiModeExit = (): Service => ({ method: 'poi_mode_exit', data: null });

/** What a device says of a flight around a point. */
export type OrbitProgress = Omit<OrbitState, 'at' | 'point'>;

const states: Readonly<Record<string, OrbitProgress['state']>> = {
  in_progress: 'working',
  ok: 'ended',
  failed: 'failed',
  fail: 'failed',
};

const notNegative = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);

/** The event in which an aircraft reports its flight around a point. */
export const orbitEvent = 'poi_status_notify';

/** Reads what is said of a flight around a point; null: it is another event. */
export const orbitProgress = ({ method, data }: DeviceMessage): OrbitProgress | null => {
  if (method !== orbitEvent || typeof data !== 'object' || data === null) return null;
  const reason = numberAt(data, 'reason');
  return {
    state: states[textAt(data, 'status') ?? ''] ?? null,
    reason: reason !== null && Number.isInteger(reason) ? reason : null,
    radius: notNegative(numberAt(data, 'circle_radius')),
    speed: numberAt(data, 'circle_speed'),
    maxSpeed: notNegative(numberAt(data, 'max_circle_speed')),
  };
};
