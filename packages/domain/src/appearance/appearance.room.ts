import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/customized': { group: 'settings' } } as const satisfies RoomPages;

export const actions = {
  'appearance:edit': { page: '/customized' },
} as const satisfies RoomActions;

export const limits = {
  appearance: {
    nameMax: 64,
    urlMax: 500,
    /** Levels of 256 px tiles that the map can show. */
    zoomMin: 1,
    zoomMax: 23,
    imageBytes: 4 * 1024 * 1024,
    /** Pixels a side, and in all: 30,000 × 30,000 would unpack to gigabytes. */
    imageSide: 16_384,
    imagePixels: 60_000_000,
    /** What is stored is never larger than this. */
    imageWidth: 3_840,
    imageHeight: 2_160,
    imageTime: 10_000,
    /** Pictures and map files that are taken apart at the same time, of all organisations. */
    uploadsAtOnce: 3,
    /** How long a page waits until a chosen picture shows its size. */
    imageLoad: 10_000,
    tilesBytes: 200_000_000,
    tiles: 100_000,
    tileBytes: 2_000_000,
    tileSide: 1_024,
    tilesExpandedBytes: 400_000_000,
    tilesRatio: 100,
    /** ms to take one apart. */
    tilesTime: 120_000,
    /** Bytes of the list at the end of a zip. */
    zipDirectoryBytes: 32_000_000,
    /** Pictures and map files that no look names are kept this long, and no more than this many. */
    draftLife: 3_600_000,
    draftsMost: 4,
    historyMost: 100,
    tileCacheSeconds: 86_400,
    imageCacheSeconds: 31_536_000,
  },
} as const;

export const refusals = {
  imageFormat: 422,
  imageTooLarge: 413,
  imageDimensions: 422,
  zipUnsafe: 422,
  zipNotTiles: 422,
  noEarlierLook: 409,
} as const satisfies RoomRefusals;
