import { z } from 'zod';
import { identifier, mark } from '../shape.ts';

/** Where the files of layers are fetched. */
export const layerTilePath = '/nebula-five/layer/tile/{id}/{z}/{x}/{y}.rest';
export const layerFilePath = '/nebula-five/layer/file/{id}/{name}.rest';

/** Content types of tiles and of files. */
export const layerTileKinds = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'] as const;
export const layerFileKinds = [
  'application/geo+json',
  'application/json',
  'application/octet-stream',
] as const;

/** Which file of a layer is meant. */
export const layerFileAt = {
  name: identifier(mark(1, 10)),
  /** Where a file lies below the root of an address, as base64url; and marks of the files that led to it. */
  at: z
    .string()
    .regex(/^[\w-]{1,1500}$/)
    .optional(),
  /** Of tiles that are not listed: level, column and row; before them the number of the pattern in a file that was sent. */
  place: z
    .string()
    .regex(/^\d{1,8}(?:-\d{1,8}){2,4}$/)
    .optional(),
  over: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
};

/** Which tile of a layer is meant. */
export const layerTileAt = { z: mark(1, 10), x: mark(1, 10), y: mark(1, 10) };
