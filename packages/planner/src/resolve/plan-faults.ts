import { limits, type RoutePlan } from '@eyrie/domain';
import type { Faults } from './faults.ts';

const { plan: bound } = limits.route;

/** Numbers of the settings on which every kind of route depends. */
export function settingsFaults({ settings, photos }: RoutePlan, faults: Faults): void {
  const { camera } = settings;
  faults.range('settings.height', settings.height, bound.heightMin, bound.heightMax);
  faults.range('settings.speed', settings.speed, bound.speedMin, bound.speedMax);
  faults.range('settings.transitSpeed', settings.transitSpeed, bound.speedMin, bound.speedMax);
  faults.range(
    'settings.takeOffSecurityHeight',
    settings.takeOffSecurityHeight,
    bound.takeOffMin,
    bound.takeOffMax,
  );
  faults.range('settings.returnHeight', settings.returnHeight, bound.returnMin, bound.returnMax);
  faults.range('settings.heading', settings.heading, -360, 360);
  faults.range('settings.gimbalPitch', settings.gimbalPitch, -120, 45);
  faults.range('settings.camera.sensorW', camera.sensorW, 1, 100);
  faults.range('settings.camera.sensorH', camera.sensorH, 1, 100);
  faults.range('settings.camera.focalLength', camera.focalLength, 0.5, 1_000);
  faults.range('settings.camera.imageW', camera.imageW, 64, 100_000);
  faults.range('settings.camera.imageH', camera.imageH, 64, 100_000);
  faults.range('settings.camera.minInterval', camera.minInterval, 0.1, 60);
  faults.range('settings.clearance', settings.clearance, 0, 1_500);
  faults.range('settings.reserve', settings.reserve, 0.05, 0.9);
  faults.range('settings.ratedMinutes', settings.ratedMinutes, 1, 600);
  faults.range('settings.ratedSpeed', settings.ratedSpeed, 1, 30);
  if (settings.wind) {
    faults.range('settings.wind.speed', settings.wind.speed, 0, 40);
    faults.range('settings.wind.from', settings.wind.from, 0, 360);
  }
  if (settings.takeOff) placeFaults(settings.takeOff, 'settings.takeOff', faults);
  if (photos.interval !== null)
    faults.range('photos.interval', photos.interval, bound.intervalMin, bound.intervalMax);
}

/** A place of a plan: finite, on the Earth, and not with latitude and longitude in each other's place. */
export function placeFaults(
  { lng, lat }: { lng: number; lat: number },
  field: string,
  faults: Faults,
): boolean {
  if (Math.abs(lat) > 90 && Math.abs(lat) <= 180 && Math.abs(lng) <= 90) {
    faults.add('swapped', field, { lng, lat });
    return false;
  }
  const first = faults.range(`${field}.lng`, lng, -180, 180);
  return faults.range(`${field}.lat`, lat, -90, 90) && first;
}
