import { wrapLongitude, type Place } from '@eyrie/geometry';

/** A place of the Universal Transverse Mercator grid; metres. */
export interface UtmPlace {
  readonly zone: number;
  /** Letter of the band of latitudes: N and later lie north of the equator. */
  readonly band: string;
  readonly easting: number;
  readonly northing: number;
}

/** Latitudes between which the grid is defined. */
export const utmLatitudes = { south: -80, north: 84 } as const;

const bands = 'CDEFGHJKLMNPQRSTUVWX';
/** Band that begins at the equator; of a place a hair south of it the rounding decides, for letter and figure alike. */
const firstNorth = 'N';
const degree = Math.PI / 180;
/** Krüger's series on WGS-84 to the fourth power of n (Karney 2011): exact to a thousandth of a millimetre within a zone. */
const flattening = 1 / 298.257_223_563;
const n = flattening / (2 - flattening);
const scaled = (0.9996 * 6_378_137 * (1 + n ** 2 / 4 + n ** 4 / 64)) / (1 + n);
const eccentricity = (2 * Math.sqrt(n)) / (1 + n);
const alpha = [
  n / 2 - (2 * n ** 2) / 3 + (5 * n ** 3) / 16 + (41 * n ** 4) / 180,
  (13 * n ** 2) / 48 - (3 * n ** 3) / 5 + (557 * n ** 4) / 1440,
  (61 * n ** 3) / 240 - (103 * n ** 4) / 140,
  (49_561 * n ** 4) / 161_280,
];
const beta = [
  n / 2 - (2 * n ** 2) / 3 + (37 * n ** 3) / 96 - n ** 4 / 360,
  n ** 2 / 48 + n ** 3 / 15 - (437 * n ** 4) / 1440,
  (17 * n ** 3) / 480 - (37 * n ** 4) / 840,
  (4397 * n ** 4) / 161_280,
];
const delta = [
  2 * n - (2 * n ** 2) / 3 - 2 * n ** 3 + (116 * n ** 4) / 45,
  (7 * n ** 2) / 3 - (8 * n ** 3) / 5 - (227 * n ** 4) / 45,
  (56 * n ** 3) / 15 - (136 * n ** 4) / 35,
  (4279 * n ** 4) / 630,
];
const falseEasting = 500_000;
const falseNorthing = 10_000_000;

/** Zone of a place, with the wider ones of south-west Norway and Svalbard. */
const zoneOf = ({ lng, lat }: Place): number => {
  if (lat >= 56 && lat < 64 && lng >= 3 && lng < 12) return 32;
  if (lat >= 72 && lng >= 0 && lng < 42) return lng < 9 ? 31 : lng < 21 ? 33 : lng < 33 ? 35 : 37;
  return Math.min(60, Math.floor((lng + 180) / 6) + 1);
};

const bandOf = (lat: number): string =>
  bands[Math.min(bands.length - 1, Math.floor((lat - utmLatitudes.south) / 8))] ?? '';

const middleOf = (zone: number): number => zone * 6 - 183;

/** UTM of a place; null north of 84° and south of 80°, where the grid ends. */
export const utmOf = (place: Place): UtmPlace | null => {
  if (place.lat < utmLatitudes.south || place.lat > utmLatitudes.north) return null;
  const zone = zoneOf(place);
  const [sine, lambda] = [Math.sin(place.lat * degree), (place.lng - middleOf(zone)) * degree];
  const t = Math.sinh(Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine));
  const xi = Math.atan2(t, Math.cos(lambda));
  const eta = Math.atanh(Math.sin(lambda) / Math.hypot(1, t));
  let [north, east] = [xi, eta];
  for (const [at, factor] of alpha.entries()) {
    const j = 2 * (at + 1);
    north += factor * Math.sin(j * xi) * Math.cosh(j * eta);
    east += factor * Math.cos(j * xi) * Math.sinh(j * eta);
  }
  const band = bandOf(place.lat);
  return {
    zone,
    band,
    easting: falseEasting + scaled * east,
    northing: (band < firstNorth ? falseNorthing : 0) + scaled * north,
  };
};

/** Inverse of `utmOf`; only the side of the equator is taken from the band. */
export const placeOfUtm = ({ zone, band, easting, northing }: UtmPlace): Place => {
  const xi = (northing - (band < firstNorth ? falseNorthing : 0)) / scaled;
  const eta = (easting - falseEasting) / scaled;
  let [north, east] = [xi, eta];
  for (const [at, factor] of beta.entries()) {
    const j = 2 * (at + 1);
    north -= factor * Math.sin(j * xi) * Math.cosh(j * eta);
    east -= factor * Math.cos(j * xi) * Math.sinh(j * eta);
  }
  const chi = Math.asin(Math.sin(north) / Math.cosh(east));
  const lat = delta.reduce((sum, factor, at) => sum + factor * Math.sin(2 * (at + 1) * chi), chi);
  return {
    lng: wrapLongitude(middleOf(zone) + Math.atan2(Math.sinh(east), Math.cos(north)) / degree),
    lat: lat / degree,
  };
};

export const isBand = (letter: string): boolean => letter.length === 1 && bands.includes(letter);
