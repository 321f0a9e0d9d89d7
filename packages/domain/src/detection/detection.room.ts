import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = {
  '/AIReportShowCheck': { group: 'watch' },
  '/AITestingShowExamine': { group: 'watch', hidden: true },
  '/AITestingShowCheck': { group: 'watch', hidden: true },
  '/AITestingShowReport': { group: 'watch', hidden: true },
} as const satisfies RoomPages;

export const actions = {
  'detection:audit': { page: '/AITestingShowExamine' },
  'detection:submit': { page: '/AIReportShowCheck' },
} as const satisfies RoomActions;

export const refusals = {
  boxRequired: 422,
  boxOutside: 422,
  otherTextRequired: 422,
  /** A false alarm takes one of the reasons of the organisation. */
  reasonRequired: 422,
  /** Somebody else judged it last, or it was taken back already. */
  nothingToUndo: 409,
  detectorBox: 409,
  outcomeChanged: 409,
  outcomeOrdered: 409,
  detectionAudited: 409,
  /** Two defects of other classes or departments. */
  defectsDiffer: 409,
  /** Somebody merged or split them since, or nobody did. */
  defectChanged: 409,
  /** Some findings of a defect are split from it, not all, and none of another. */
  splitSome: 422,
  pictureUnknown: 404,
  /** Somebody else reviews it now. */
  pictureLocked: 409,
  /** Its time ran out and it was taken again, it has ended, or somebody else took it. */
  taskNotHeld: 409,
} as const satisfies RoomRefusals;

export const limits = {
  detection: {
    /** Outcomes that one request brings. */
    outcomesAtOnce: 500,
    /** Pixels of one side of a picture. */
    sideMost: 100_000,
    /** Pictures that the review of one run shows. */
    picturesMost: 5_000,
    /** Outcomes that one picture shows. */
    perPictureMost: 2_000,
    /** Rows of a report. */
    reportMost: 100_000,
    /** So long a picture is kept for who reviews it, and how often an open page renews that, ms. */
    lockLife: 30_000,
    lockRenew: 10_000,
    /** How often confirmed findings are taken into the defects, ms, and so many at once. */
    settleEvery: 2_000,
    settleAtOnce: 200,
    /** Sightings that a defect shows, and those that one part of the ground is looked at with. */
    sightingsMost: 200,
    /** Metres within which other defects are offered, and how many. */
    nearby: 60,
    nearbyMost: 30,
    earlierMost: 20,
    /** Files of one task for detectors; more of a flight are another task. */
    taskMediaMost: 500,
    /** ms: for how long a detector has a task, and the addresses of its files hold. */
    claimLife: 600_000,
    /** So often a task is taken before it has failed. */
    claimsMost: 5,
    /** Seconds that a detector may wait for a task, and so many waits at once on one server. */
    takeWaitMost: 20,
    takeWaitsAtOnce: 50,
    /** ms: how often tasks are made, and how long nothing of a flight must have been read before. */
    offerEvery: 5_000,
    offerQuiet: 30_000,
    offerAtOnce: 50,
  },
} as const;
