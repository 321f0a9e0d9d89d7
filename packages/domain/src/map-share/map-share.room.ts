import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/MapShare': { group: 'watch' } } as const satisfies RoomPages;

export const actions = { 'map-share:edit': { page: '/MapShare' } } as const satisfies RoomActions;

export const refusals = {
  /** Guessed, revoked and expired links are answered alike. */
  shareGone: 404,
  sharePasswordNeeded: 403,
} as const satisfies RoomRefusals;

export const limits = {
  mapShare: {
    docks: 200,
    regions: 500,
    layers: 50,
    /** Photos, videos and other files. */
    media: 200,
    /**
     * ms: for how long the address of a file is good, how often a page asks for others, and how often it is looked at while a
     * file is sent whether it is still shared.
     */
    addressFor: 600_000,
    addressesEvery: 30_000,
    sendingCheckEvery: 5_000,
    /** Days from now on after which a link ends at the latest. */
    daysMost: 90,
    passwordMin: 6,
    passwordMax: 64,
    /** ms: how often an open page asks, and for how long a page that stopped asking still counts as a viewer. */
    askEvery: 1_000,
    viewerFor: 15_000,
    /** ms: how often a viewer is written down. */
    touchEvery: 5_000,
    /** ms: an opened page must be opened again after that. */
    ticketFor: 12 * 3_600_000,
    viewersMost: 500,
    /** Of them, from one address. */
    addressViewersMost: 100,
    /** A minute and address: openings; and questions, of some ten pages behind one address. */
    openings: 30,
    questions: 900,
    /** Tiles and files of layers: a map that is moved asks for some fifty at once. */
    fetches: 9_000,
    /** Points of a line that is sent to outsiders. */
    linePoints: 2_000,
  },
} as const;
