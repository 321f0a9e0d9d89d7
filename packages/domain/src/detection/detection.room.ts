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
  /** So few findings are judged one by one. */
  sampleSmall: 409,
  /** Some of a sample is not looked at. */
  sampleOpen: 409,
  /** What was looked at does not agree. */
  sampleDiffers: 409,
  /** Somebody else decided by it first. */
  sampleDecided: 409,
  /** Nothing was reviewed, or too much for one export. */
  trainingSetEmpty: 409,
  trainingSetTooLarge: 413,
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
    /** Findings of a sample at least, findings that one sample speaks for at most, and percent that are drawn. */
    sampleLeast: 20,
    sampleMost: 500,
    shareLeast: 10,
    shareUsual: 20,
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
    /** Months of one question for quality, and classes of one month that are named; the rest is in the total. */
    qualityMonths: 12,
    qualityLines: 200,
    /** Reasons of false alarms that are named. */
    qualityReasons: 10,
    /** Boxes from which on a share is compared with that of so many months before. */
    qualityEnough: 30,
    qualityCompared: 3,
    /** Verdicts by which it is known how long a false alarm takes, and ms between two from which on it was a break. */
    paceOf: 20_000,
    paceBreak: 300_000,
    /** Pictures and boxes of one export for training. */
    trainingPictures: 5_000,
    trainingBoxes: 100_000,
  },
} as const;
