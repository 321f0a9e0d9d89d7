import type { RoomActions, RoomNotifications, RoomPages, RoomRefusals } from '../room.ts';

export const pages = {
  '/InspectionMonth': { group: 'watch' },
  '/InspectionDetails': { group: 'watch', hidden: true },
} as const satisfies RoomPages;

export const actions = {
  'inspection-report:edit': { page: '/InspectionMonth' },
  'inspection-report:approve': { page: '/InspectionMonth' },
} as const satisfies RoomActions;

export const refusals = {
  /** A department has one report of a month. */
  reportExists: 409,
  /** It is approved: nothing of it changes. */
  reportLocked: 409,
  /** Findings that nobody judged, or orders that nobody finished. */
  reportUnhandled: 409,
  /** What is to be approved was not made into a file that somebody could read. */
  reportNotRendered: 409,
  /** The file is not made yet, or could not be. */
  reportFileMissing: 409,
  /** The file is beyond what its process may use. */
  reportTooLarge: 422,
  /** No compiler of PDF files runs on this system. */
  reportNoPdf: 503,
} as const satisfies RoomRefusals;

const details = ({ oid }: Readonly<Record<string, string | number>>): string =>
  `/InspectionDetails?oid=${encodeURIComponent(oid ?? '')}`;

export const notifications = {
  reportSent: { level: 'info', safety: false, link: details },
  reportDelayed: { level: 'attention', safety: false, link: details },
  reportNotSent: { level: 'attention', safety: false, link: details },
} as const satisfies RoomNotifications;

export const limits = {
  inspectionReport: {
    /** Characters of the text of a step. */
    textMost: 4_000,
    /** Runs and orders that are named; the rest is one figure. */
    namedMost: 200,
    /** Unfinished things that a step links to. */
    missingMost: 20,
    /** Reasons of false alarms that are listed; the rest is one figure. */
    reasonsMost: 100,
    /** People to whom one schedule sends, how often what is due is looked for, ms, and how many at once. */
    recipientsMost: 50,
    sendEvery: 30_000,
    sendingsAtOnce: 100,
    /** What is sent so much later than it should is marked as late, ms. */
    sendingLate: 3_600_000,
    /** Files that a report shows, the last ones first. */
    filesMost: 60,
    /** How often waiting files are looked for, ms. */
    renderEvery: 1_000,
    /** A file whose server fell silent is taken up by another after so long, ms. */
    claimFor: 150_000,
    /** How often one file is begun before it counts as failed. */
    attempts: 3,
    /** Time of a processor for one file, ms; by the clock twice as long, which is shorter than `claimFor`. */
    renderTimeout: 60_000,
    /** MB of the process in which files are made, and of its JavaScript objects. */
    renderMemory: 500,
    renderHeap: 300,
    /** How long that process stays without work, ms. */
    renderIdle: 30_000,
    /** Time of a processor to compare one route with its photos, and after which no further route is begun, ms. */
    coverageTimeout: 10_000,
    coverageTogether: 20_000,
    /** Routes of a month that are compared, those of the most flights first, and photos of one of them. */
    routesMost: 40,
    photosMost: 5_000,
    /** Pictures of findings that a file shows, the oldest first; the rest is one figure. */
    picturesMost: 300,
    /** Boxes that one picture shows. */
    boxesMost: 20,
    /** Pixels of the longer side of a picture in a file, and its quality as JPEG, percent. */
    pictureSide: 800,
    /** Pixels of the longer side of a logo: as sharp as print on its part of a page. */
    logoSide: 600,
    pictureQuality: 78,
  },
} as const;
