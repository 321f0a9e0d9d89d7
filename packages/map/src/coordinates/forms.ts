import { wrapLongitude, type Place } from '@eyrie/geometry';
import { forward } from 'mgrs';
import { utmOf } from './utm.ts';

/** How a place is written: all of WGS-84. */
export const coordinateForms = ['decimal', 'dms', 'utm', 'mgrs'] as const;
export type CoordinateForm = (typeof coordinateForms)[number];

/** Degrees, minutes and seconds to a hundredth: 0.3 m. Rounded as a whole, so that no 60.00″ is written. */
const sexagesimal = (degrees: number, positive: string, negative: string): string => {
  const hundredths = Math.round(Math.abs(degrees) * 360_000);
  const seconds = (hundredths % 6000) / 100;
  const minutes = Math.floor(hundredths / 6000) % 60;
  const whole = Math.floor(hundredths / 360_000);
  const two = (value: number, decimals = 0) => value.toFixed(decimals).padStart(decimals ? 5 : 2, '0');
  return `${whole}°${two(minutes)}′${two(seconds, 2)}″${degrees < 0 ? negative : positive}`;
};

const inUtm = (place: Place): string | null => {
  const utm = utmOf(place);
  return utm && `${utm.zone}${utm.band} ${Math.round(utm.easting)} ${Math.max(0, Math.round(utm.northing))}`;
};

const inMgrs = (place: Place): string | null =>
  utmOf(place) &&
  forward([place.lng, place.lat], 5).replace(/^(\d+[A-Z])([A-Z]{2})(\d{5})(\d{5})$/, '$1 $2 $3 $4');

const writers: Readonly<Record<CoordinateForm, (place: Place) => string | null>> = {
  decimal: () => null,
  dms: ({ lng, lat }) => `${sexagesimal(lng, 'E', 'W')} ${sexagesimal(lat, 'N', 'S')}`,
  utm: inUtm,
  mgrs: inMgrs,
};

/** A place in words, longitude first as everywhere in the product. Where a grid ends (polar regions) it is decimal. */
export const coordinateText = (given: Place, form: CoordinateForm): string => {
  const place = { lng: wrapLongitude(given.lng), lat: given.lat };
  return writers[form](place) ?? `${place.lng.toFixed(6)}, ${place.lat.toFixed(6)}`;
};
