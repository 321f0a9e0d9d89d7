import type { Place } from '@eyrie/geometry';

/** What the places of a source of tiles are given in. */
export type Datum = 'wgs84' | 'gcj02' | 'bd09';

/** Krasovsky 1940, on which GCJ-02 is computed. */
const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;
const degree = Math.PI / 180;

const waves = (x: number): number =>
  ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3;

const northMetres = (x: number, y: number): number =>
  -100 +
  2 * x +
  3 * y +
  0.2 * y * y +
  0.1 * x * y +
  0.2 * Math.sqrt(Math.abs(x)) +
  waves(x) +
  ((20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * 2) / 3 +
  ((160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3;

const eastMetres = (x: number, y: number): number =>
  300 +
  x +
  2 * y +
  0.1 * x * x +
  0.1 * x * y +
  0.1 * Math.sqrt(Math.abs(x)) +
  waves(x) +
  ((20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * 2) / 3 +
  ((150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * 2) / 3;

/** WGS-84 to GCJ-02 by the published polynomial; the caller decides whether the place is one where it applies. */
export const toGcj02 = ({ lng, lat }: Place): Place => {
  const [x, y] = [lng - 105, lat - 35];
  const sine = Math.sin(lat * degree);
  const magic = 1 - eccentricity * sine * sine;
  const root = Math.sqrt(magic);
  return {
    lng: lng + eastMetres(x, y) / ((axis / root) * Math.cos(lat * degree) * degree),
    lat: lat + northMetres(x, y) / (((axis * (1 - eccentricity)) / (magic * root)) * degree),
  };
};

/** GCJ-02 to BD-09. */
const toBd09 = ({ lng, lat }: Place): Place => {
  const turn = (Math.PI * 3000) / 180;
  const length = Math.hypot(lng, lat) + 0.000_02 * Math.sin(lat * turn);
  const angle = Math.atan2(lat, lng) + 0.000_003 * Math.cos(lng * turn);
  return { lng: length * Math.cos(angle) + 0.0065, lat: length * Math.sin(angle) + 0.006 };
};

/** A WGS-84 place as a source writes it. */
export const shifted = (place: Place, datum: Datum): Place =>
  datum === 'wgs84' ? place : datum === 'gcj02' ? toGcj02(place) : toBd09(toGcj02(place));

/** Inverse of `shifted` by fixed-point iteration: five rounds reach 1e-9°. */
export const unshifted = (place: Place, datum: Datum): Place => {
  let found = place;
  for (let round = 0; round < 5; round += 1) {
    const there = shifted(found, datum);
    found = { lng: found.lng + place.lng - there.lng, lat: found.lat + place.lat - there.lat };
  }
  return found;
};
