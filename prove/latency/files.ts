import type { RoutePlan } from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { manyPoints, route } from '../hostile-files.ts';
import { placed, tinyTiff } from '../../apps/server/src/modules/layer/raster.fixture.ts';

/** A tileset with as many links as one may have: 3.5 MB. */
export const manyLinks = (links: number): string =>
  JSON.stringify({
    asset: { version: '1.0' },
    geometricError: 10,
    root: {
      boundingVolume: { sphere: [0, 0, 0, 1] },
      geometricError: 1,
      children: Array.from({ length: links }, (_, at) => ({ content: { uri: `${at}.b3dm` } })),
    },
  });

/** A GeoTIFF of 15 kB that is 24,000 pixels wide and high: all of its strips are the same one. */
export const hugeRaster = (): Buffer => {
  const [side, rows] = [24_000, 200];
  const one = { width: side, height: side, bands: 3, deflate: true };
  const strip = tinyTiff({ ...one, samples: new Uint8Array(side * rows * 3).fill(90), tags: [] });
  const bytes = strip.readUInt32LE(4) - 8;
  const strips = side / rows;
  return tinyTiff({
    ...one,
    samples: new Uint8Array(side * rows * 3).fill(90),
    tags: [
      ...placed(4326, 9, 48, 0.000_01),
      [273, 4, Array.from({ length: strips }, () => 8)],
      [278, 4, [rows]],
      [279, 4, Array.from({ length: strips }, () => bytes)],
    ],
  });
};

/** 8 MB of brackets within brackets. */
export const nestedGeoJson = (): Buffer => {
  const head =
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":';
  const depth = Math.floor((7_900_000 - head.length) / 2);
  return Buffer.from(`${head}${'['.repeat(depth)}${']'.repeat(depth)}}}]}`);
};

/** Nearly as much as a file of vectors may hold. */
export const largeGeoJson = (features: number, vertices: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: Array.from({ length: features }, (_, at) => ({
        type: 'Feature',
        properties: { name: `line ${at}` },
        geometry: {
          type: 'LineString',
          coordinates: Array.from({ length: vertices }, (_each, turn) => [
            113 + at / 1_000 + turn / 1e6,
            22 + turn / 1e5,
          ]),
        },
      })),
    }),
  );

/** The same as a file that somebody else wrote. */
export const longRoute = (points: number): Uint8Array => route(manyPoints(points));

/** A route of as many points as one may have. */
export const longPlan = (points: number): RoutePlan => ({
  ...freshPlan('waypoint'),
  points: Array.from({ length: points }, (_, at) => ({
    id: `p${at}`,
    lng: 113.95 + (at % 256) / 1e4,
    lat: 22.54 + Math.floor(at / 256) / 1e4,
    height: 80,
    actions: [],
  })),
});
