import type { RoomActions, RoomNotifications, RoomPages, RoomRefusals } from '../room.ts';

export const pages = {
  '/AlarmWorksheet': { group: 'watch' },
  '/WarnWorkDetails': { group: 'watch', hidden: true },
  '/WorkOrderDistributionSituation': { group: 'watch' },
} as const satisfies RoomPages;

export const actions = {
  'work-order:assign': { page: '/AlarmWorksheet' },
  'work-order:work': { page: '/AlarmWorksheet', inspection: true },
} as const satisfies RoomActions;

export const refusals = {
  /** Another move came first, or this one was never possible. */
  orderState: 409,
  /** Somebody else was quicker. */
  orderClaimed: 409,
  /** Somebody else moved one of several orders first. */
  orderMoved: 409,
  /** Two orders of other departments or classes. */
  ordersDiffer: 409,
  orderNotYours: 403,
  outcomeNotConfirmed: 409,
  /** There is a target for this state and severity. */
  targetTaken: 409,
  hoursReversed: 422,
  orderOpen: 409,
  /** A rule is tried on the past as it is before it decides. */
  ruleUntried: 409,
  /** A rule can be bound to an outline or a circle. */
  regionWithoutArea: 422,
  /** Exactly one of an order and a finding is to be named. */
  designateFinding: 422,
  /** The picture that is to prove something is not taken after the one of the order. */
  pictureNotNewer: 422,
  /** A photo has not been read yet. */
  photoUnread: 409,
  /** A photo does not say enough of its view. */
  viewIncomplete: 422,
  /** No dock has an aircraft that reaches the view and takes such a picture. */
  noAbleDock: 409,
} as const satisfies RoomRefusals;

const details = ({ oid }: Readonly<Record<string, string | number>>): string =>
  `/WarnWorkDetails?oid=${encodeURIComponent(oid ?? '')}`;

export const notifications = {
  workOrderAssigned: { level: 'attention', safety: false, link: details },
  /** Several at once, with how many. */
  workOrdersAssigned: { level: 'attention', safety: false, link: '/AlarmWorksheet?mine=1' },
  workOrderLate: { level: 'attention', safety: false, link: details },
  workOrderLateAgain: { level: 'attention', safety: false, link: details },
} as const satisfies RoomNotifications;

export const limits = {
  workOrder: {
    /** Findings that one call makes orders of. */
    atOnce: 200,
    /** Orders that one call gives to somebody, and that one merges into another. */
    movedMost: 200,
    mergedMost: 50,
    /** Findings that one pass of a rule confirms, and how far back it looks, ms. */
    ruleMost: 500,
    rulePast: 30 * 86_400_000,
    /** How long a trial of a rule speaks for it where it is applied at once: what came since was never counted, ms. */
    trialLife: 86_400_000,
    /** Metres around a place to which a rule may be bound, and how often rules decide, ms. */
    ruleReach: 100_000,
    ruleEvery: 5_000,
    /** New pictures of one view that are offered. */
    comparedMost: 60,
    /** Flights to one view that are shown. */
    againMost: 50,
    /** How far from the moment of a picture a reading of its aircraft, and one of its dock, may lie to be of that moment, ms. */
    windWithin: 60_000,
    weatherWithin: 10 * 60_000,
    /** Before the picture at the most, what was read before the take-off, ms. */
    takeOffWithin: 2 * 3_600_000,
    /** Pictures that prove a repair. */
    proofs: 20,
    /** Photos of each kind that one visit in the field brings, and bytes of one. */
    fieldPhotos: 6,
    fieldPhotoBytes: 4_000_000,
    /** Visits that are shown with an order. */
    fieldMost: 100,
    /** People that one choice offers. */
    assignees: 50,
    /** Rows of the log that are shown. */
    logMost: 500,
    /** Orders that the map and its list show. */
    mappedMost: 5_000,
    /** Hours that a target may be, how often it is looked which are late, ms, and how many at once. */
    targetLeast: 0.25,
    targetMost: 1_000,
    targetEvery: 15_000,
    targetsAtOnce: 500,
    /** An order without a target that stands open for longer is ageing, ms. */
    ageingAfter: 3 * 86_400_000,
  },
} as const;
