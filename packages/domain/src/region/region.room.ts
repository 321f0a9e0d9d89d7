import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/ZoneManagementPage': { group: 'zones' } } as const satisfies RoomPages;

export const actions = {
  'region:edit': { page: '/ZoneManagementPage' },
  'region:send': { page: '/ZoneManagementPage' },
} as const satisfies RoomActions;

export const limits = {
  region: {
    /** Regions that one department keeps. */
    most: 2_000,
    /** Places of one region. */
    places: 10_000,
    /** Outlines of one area: the first is its edge, the others are holes. */
    outlines: 100,
    /** Regions of all departments in one answer, and the places that they are drawn by together. */
    answered: 5_000,
    placesAnswered: 100_000,
    radiusMin: 1,
    radiusMax: 50_000,
    widthMin: 1,
    widthMax: 20_000,
    /** Routes that are named as touched by a change. */
    touched: 200,
    /** Routes that are looked at for it. */
    looked: 2_000,
    /** A file of regions: its bytes, what it holds unpacked, its regions, and ms to read it. */
    fileBytes: 8_000_000,
    expandedBytes: 40_000_000,
    rows: 1_000,
    parseTimeout: 5_000,
  },
  flightArea: {
    /** Corners of one area and least radius in metres that an aircraft takes, and its areas. */
    corners: 255,
    radiusMin: 10,
    most: 500,
    /** How long the file of a dock can be fetched, ms. */
    addressLife: 3_600_000,
    /** How often docks are looked at that wait for their areas, ms. */
    lookEvery: 1_000,
    /** After so long without a word of a dock the synchronisation has failed, ms. */
    silence: 900_000,
  },
} as const;

export const refusals = {
  regionsFull: 409,
  regionFile: 422,
  regionFileTooBig: 413,
  regionRows: 422,
  areasUnfit: 409,
  areasEmpty: 409,
  oidTaken: 409,
} as const satisfies RoomRefusals;
