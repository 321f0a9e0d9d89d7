import type { PictureSize } from '@eyrie/domain';

export type Place = { x: number; y: number };

/** Where a place of the older picture lies on the newer one and back, pixels; times by which things are larger there. */
export interface Carry {
  to: (place: Place) => Place;
  back: (place: Place) => Place;
  larger: number;
}

/** Two pictures that show the same from edge to edge, whatever their pixels. */
export const edgeToEdge = (older: PictureSize, newer: PictureSize): Carry => {
  const [across, down] = [newer.width / older.width, newer.height / older.height];
  return {
    to: ({ x, y }) => ({ x: x * across, y: y * down }),
    back: ({ x, y }) => ({ x: x / across, y: y / down }),
    larger: 1,
  };
};
