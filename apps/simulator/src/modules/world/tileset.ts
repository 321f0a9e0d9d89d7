import { strToU8 } from 'fflate';
import type { PlanePoint } from '@eyrie/geometry';
import type { Area } from './plan.ts';
import { plane } from './plan.ts';

/** A tile with what it covers; heights above the ellipsoid. */
export interface Tile {
  readonly area: Area;
  readonly low: number;
  readonly high: number;
  /** Metres that it is wrong by, where its children are not drawn. */
  readonly error: number;
  readonly file?: string;
  readonly transform?: readonly number[];
  readonly refine?: 'ADD' | 'REPLACE';
  readonly children?: readonly Tile[];
}

const radians = ({ east, north }: PlanePoint): [number, number] => {
  const { lng, lat } = plane.toPlace({ east, north });
  return [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
};

const written = ({ area, low, high, error, file, transform, refine, children }: Tile): object => ({
  boundingVolume: {
    region: [
      ...radians({ east: area.west, north: area.south }),
      ...radians({ east: area.east, north: area.north }),
      low,
      high,
    ],
  },
  geometricError: error,
  ...(refine && { refine }),
  ...(transform && { transform }),
  ...(file && { content: { uri: file } }),
  ...(children && { children: children.map(written) }),
});

/** `tileset.json` of 3D Tiles. A tile with a transform has no children here: theirs would be moved by it as well. */
export const writeTileset = (version: '1.0' | '1.1', root: Tile): Uint8Array =>
  strToU8(JSON.stringify({ asset: { version }, geometricError: root.error * 2, root: written(root) }));
