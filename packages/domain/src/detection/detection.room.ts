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
  pictureUnknown: 404,
  /** Somebody else reviews it now. */
  pictureLocked: 409,
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
  },
} as const;
