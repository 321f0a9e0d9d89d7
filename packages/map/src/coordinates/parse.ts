import { isLatitudeFirst, wrapLongitude, type Place } from '@eyrie/geometry';
import { toPoint } from 'mgrs';
import { isBand, placeOfUtm } from './utm.ts';

/** What of a written place is outside of its range. */
export type CoordinatePart =
  | 'longitude'
  | 'latitude'
  | 'minutes'
  | 'seconds'
  | 'zone'
  | 'easting'
  | 'northing';

export type ParsedPlace =
  | { readonly place: Place }
  /** Not written in any form that is known. */
  | { readonly refused: 'form' }
  | {
      readonly refused: CoordinatePart;
      readonly value: number;
      readonly least: number;
      readonly most: number;
    };

const limits: Readonly<Record<CoordinatePart, readonly [least: number, most: number]>> = {
  longitude: [-180, 180],
  latitude: [-90, 90],
  minutes: [0, 59],
  seconds: [0, 59.99],
  zone: [1, 60],
  easting: [100_000, 900_000],
  northing: [0, 10_000_000],
};

/** Longest text that is read. */
const mostLetters = 80;

const outside = (part: CoordinatePart, value: number): Exclude<ParsedPlace, { place: Place }> | null => {
  const [least, most] = limits[part];
  return value >= least && value <= most ? null : { refused: part, value, least, most };
};

/** Digits of other scripts, decimal commas between digits, and the many marks for degrees, as one writing. */
const plain = (text: string): string =>
  text
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('٫', '.')
    .replaceAll(/[，、;؛،]/g, ',')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[’'′]/g, '′')
    .replaceAll(/[”"″]|′′/g, '″')
    .replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
    .trim()
    .toUpperCase();

const placed = (lng: number, lat: number): ParsedPlace =>
  outside('longitude', lng) ?? outside('latitude', lat) ?? { place: { lng, lat } };

/** One figure of degrees: `113.95`, `113°57′0″E`, `22 32 24 N`. */
const angle =
  /^(-)?(\d+(?:\.\d+)?)(?:°|º|\s|$)\s*(?:(\d+(?:\.\d+)?)(?:′|\s|$)\s*)?(?:(\d+(?:\.\d+)?)(?:″|\s|$)?\s*)?([NSEW])?$/;

interface Angle {
  readonly degrees: number;
  readonly side: string | undefined;
}

const readAngle = (text: string): Angle | Exclude<ParsedPlace, { place: Place }> | null => {
  // A side right behind a figure stands apart from it for the pattern.
  const found = angle.exec(text.replace(/(\d)([NSEW])$/, '$1 $2'));
  if (!found) return null;
  const [, sign, whole, minutes = '0', seconds = '0', side] = found;
  const refused = outside('minutes', Math.floor(Number(minutes))) ?? outside('seconds', Number(seconds));
  if (refused) return refused;
  const size = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  const negative = sign === '-' || side === 'S' || side === 'W';
  return { degrees: negative ? -size : size, side };
};

/** The two figures of a text: at the comma, after the first side, or in the middle of two plain ones. */
const halves = (text: string): readonly [string, string] | null => {
  const comma = text.split(',').map((part) => part.trim());
  if (comma.length === 2) return [comma[0] ?? '', comma[1] ?? ''];
  if (comma.length > 2) return null;
  const side = /^(.*?[NSEW])\s*(.*[NSEW])$/.exec(text);
  if (side) return [side[1] ?? '', side[2] ?? ''];
  const figures = text.split(/\s+/);
  return figures.length === 2 ? [figures[0] ?? '', figures[1] ?? ''] : null;
};

const readDegrees = (text: string): ParsedPlace => {
  const pair = halves(text);
  if (!pair) return { refused: 'form' };
  const [first, second] = [readAngle(pair[0]), readAngle(pair[1])];
  if (!first || !second) return { refused: 'form' };
  if ('refused' in first) return first;
  if ('refused' in second) return second;
  const isLat = ({ side }: Angle) => side === 'N' || side === 'S';
  const isLng = ({ side }: Angle) => side === 'E' || side === 'W';
  if ((isLat(first) && isLat(second)) || (isLng(first) && isLng(second))) return { refused: 'form' };
  const sides = first.side !== undefined || second.side !== undefined;
  return isLat(first) || isLng(second) || (!sides && isLatitudeFirst(first.degrees, second.degrees))
    ? placed(second.degrees, first.degrees)
    : placed(first.degrees, second.degrees);
};

const readUtm = (text: string): ParsedPlace | null => {
  const found = /^(\d{1,2})\s*([A-Z])[\s,]+(\d{5,7}(?:\.\d+)?)[\s,]+(\d{1,8}(?:\.\d+)?)$/.exec(text);
  if (!found) return null;
  const [zone, easting, northing] = [found[1], found[3], found[4]].map(Number) as [number, number, number];
  const band = found[2] ?? '';
  if (!isBand(band)) return { refused: 'form' };
  return (
    outside('zone', zone) ??
    outside('easting', easting) ??
    outside('northing', northing) ?? { place: placeOfUtm({ zone, band, easting, northing }) }
  );
};

const readMgrs = (text: string): ParsedPlace | null => {
  const found = /^(\d{1,2})([C-HJ-NP-X])\s*([A-HJ-NP-Z]{2})\s*((?:\d\s*)*)$/.exec(text);
  const digits = found?.[4]?.replaceAll(/\s/g, '') ?? '';
  if (!found || digits.length % 2 === 1 || digits.length > 10) return null;
  const zone = Number(found[1]);
  const refused = outside('zone', zone);
  if (refused) return refused;
  try {
    const [lng, lat] = toPoint(`${zone}${found[2]}${found[3]}${digits}`);
    // A square at the antimeridian may have its middle beyond it.
    return placed(wrapLongitude(lng), lat);
  } catch {
    // Letters that do not occur together in that zone.
    return { refused: 'form' };
  }
};

/**
 * Reads a place in any of the written forms: decimal degrees and degrees with minutes and seconds (longitude first
 * unless N, S, E, W say otherwise), UTM with its band, MGRS. What is out of range is refused by name, with the range.
 */
export const parseCoordinates = (given: string): ParsedPlace => {
  if (given.length > mostLetters) return { refused: 'form' };
  const text = plain(given);
  return readMgrs(text) ?? readUtm(text) ?? readDegrees(text);
};
