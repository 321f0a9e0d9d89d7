import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { projectionOf } from './raster-projection.ts';
import { readVectors } from './vector.ts';

const bytesOf = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const geometriesOf = (value: unknown): unknown[] => {
  const { text } = readVectors(bytesOf(value));
  return (JSON.parse(text) as { features: { geometry: unknown }[] }).features.map(({ geometry }) => geometry);
};
const refusalOf = (value: unknown): string => {
  try {
    return geometriesOf(value).length + ' taken';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.reason} ${Object.values(error.details.values ?? {}).join()}`;
  }
};
const point = (lng: number, lat = 48) => ({ type: 'Point', coordinates: [lng, lat] });
const collection = (...geometries: unknown[]) => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
});
const kml = (inside: string): string =>
  `<kml xmlns:gx="g"><Placemark><name>Path</name>${inside}</Placemark></kml>`;

describe('a file of vectors', () => {
  it('is taken with shapes that lie nowhere, which are left out', () => {
    const nowhere = [
      null,
      { type: 'LineString', coordinates: [] },
      { type: 'GeometryCollection', geometries: [] },
    ];
    expect(geometriesOf(collection(point(9), ...nowhere))).toEqual([point(9)]);
    expect(refusalOf(collection(...nowhere))).toBe('layerVector features = 0');
  });

  it('gives each geometry of a collection, also of one within another', () => {
    const inner = { type: 'GeometryCollection', geometries: [point(8)] };
    const outer = { type: 'GeometryCollection', geometries: [point(7), inner] };
    expect(geometriesOf(collection(outer))).toEqual([point(7), point(8)]);
  });

  it('may reach a little over 180°, and no more', () => {
    expect(geometriesOf(point(180.0000019))).toEqual([point(180)]);
    expect(geometriesOf(point(-180.0000019))).toEqual([point(-180)]);
    expect(refusalOf(point(180.001))).toBe('layerPlace 180.001, 48');
  });

  it('has tracks of KML as lines, and names what is none of its shapes', () => {
    const track = kml('<gx:Track><gx:coord>9 48 3</gx:coord><gx:coord>9.1 48 4</gx:coord></gx:Track>');
    expect(geometriesOf(track)).toEqual([
      {
        type: 'LineString',
        coordinates: [
          [9, 48],
          [9.1, 48],
        ],
      },
    ]);
    expect(refusalOf(kml('<Model/>'))).toBe('layerVector #1 Path: Model');
  });

  it.each([
    ['GeoJSON', '['.repeat(100_000)],
    ['of an object', `{"a":${'['.repeat(65)}`],
  ])('is refused by its depth before it is read: %s', (_, text) => {
    expect(refusalOf(text)).toBe('layerVector JSON');
  });
});

describe('a system', () => {
  it.each([
    [2154, 3, 46.5, 700_000, 6_600_000],
    [2180, 19, 0, 500_000, -5_300_000],
    [2193, 173, 0, 1_600_000, 10_000_000],
    [3035, 10, 52, 4_321_000, 3_210_000],
    [25832, 9, 0, 500_000, 0],
    [26910, -123, 0, 500_000, 0],
    [28355, 147, 0, 500_000, 10_000_000],
    [7855, 147, 0, 500_000, 10_000_000],
    [31983, -45, 0, 500_000, 10_000_000],
  ])('of a country has its origin where EPSG has it: %i', (code, lng, lat, x, y) => {
    const [east = NaN, north = NaN] = projectionOf(code)?.toModel([lng, lat]) ?? [];
    expect(east).toBeCloseTo(x, 2);
    expect(north).toBeCloseTo(y, 2);
  });

  it.each([
    [2056, 7.439583, 46.952406, 2_600_000, 1_200_000],
    [27700, -2, 49, 400_000, -100_000],
  ])('on another ellipsoid lies within 200 m of its origin: %i', (code, lng, lat, x, y) => {
    const [east = NaN, north = NaN] = projectionOf(code)?.toModel([lng, lat]) ?? [];
    expect(Math.hypot(east - x, north - y)).toBeLessThan(200);
  });

  // Towers as the formulas of Schreutelkamp and Strang van Hees publish them, good to half a metre.
  it.each([
    ['Amersfoort', 5.387_206_21, 52.155_174_4, 155_000, 463_000],
    ['Amsterdam', 4.883_525_59, 52.374_532_53, 120_700.723, 487_525.501],
    ['Groningen', 6.568_200_53, 53.219_383_17, 233_883.131, 582_065.167],
  ])('of the Netherlands has the tower of %s where it is published', (_, lng, lat, x, y) => {
    const grid = projectionOf(28992);
    const [east = NaN, north = NaN] = grid?.toModel([lng, lat]) ?? [];
    expect(Math.hypot(east - x, north - y)).toBeLessThan(0.5);
    const [backLng = NaN, backLat = NaN] = grid?.toDegrees([x, y]) ?? [];
    expect(Math.hypot(backLng - lng, backLat - lat)).toBeLessThan(1e-5);
  });

  // Shifts of 3 m for all of Germany, and two shifts of two countries under one code: nobody could rely on either.
  it.each([5514, 31_466, 31_467, 31_468, 31_469])('whose shift is not known to a metre is none: %i', (code) =>
    expect(projectionOf(code)).toBeNull(),
  );

  it('that is not kept is none', () => expect(projectionOf(2000)).toBeNull());
});
