import {
  dockMonitor,
  type RoomActions,
  type RoomNotifications,
  type RoomPages,
  type RoomRefusals,
} from '../room.ts';

export const pages = { '/FlyArrange': { group: 'fly', hidden: true } } as const satisfies RoomPages;

export const actions = {
  'flight:edit': { page: '/FlyArrange', inspection: true },
  'flight:start': { page: '/FlyArrange', inspection: true },
  'flight:approve': { page: '/TaskManagerNew' },
  'flight:waive': { page: '/TaskManagerNew' },
  'flight:overrule': { page: '/TaskManagerNew' },
  'flight:keep': { page: '/TaskManagerNew' },
  'flight:view': { page: '/TaskManagerNew', inspection: true },
} as const satisfies RoomActions;

export const refusals = {
  startUnderWay: 409,
  endOrdered: 409,
  droneNotInFlight: 409,
  droneNotPaused: 409,
  obstacleAhead: 409,
  notOnRoute: 409,
  flightOver: 409,
  flightRunning: 409,
  notYetDue: 409,
  taskCannotFly: 409,
  gateBlocked: 409,
  flightStarted: 409,
  flightHeld: 409,
  flightOrdered: 409,
  flightChanged: 409,
  notReturning: 409,
  /** It was not broken off, or its dock named no place. */
  breakPointNone: 409,
  breakPointTaken: 409,
  /** The route is not what was flown then. */
  breakPointStale: 409,
  /** Its dock flies routes from their beginning alone. */
  breakPointDock: 409,
  /** It was arranged alone, waits, flies, or was flown to its end. */
  partNone: 409,
  partTaken: 409,
  /** Whoever is to fly is not there, or may not start flights on that dock. */
  assigneeUnfit: 409,
  /** Only who is to fly acknowledges it, once, before it ends. */
  acknowledgeNotYours: 403,
  acknowledged: 409,
  /** Asked of an organisation that flies without approvals. */
  approvalNotNeeded: 409,
  /** Who arranged is not who approves. */
  approvalOwn: 409,
  approvalDecided: 409,
  /** What would be approved is no longer what was looked at. */
  approvalChanged: 409,
  approvalMissing: 409,
  approvalWaiting: 409,
  approvalRejected: 409,
  /** What was approved is not what would fly. */
  approvalStale: 409,
  waiverNothing: 409,
  waiverNever: 409,
  waiverRight: 403,
  waiverOver: 409,
  waiverSamePerson: 409,
  /** What is asked is not what was answered. */
  checklistChanged: 409,
  /** It was answered, or the time for that is over. */
  windAnswered: 409,
} as const satisfies RoomRefusals;

export const notifications = {
  flightAssigned: {
    level: 'attention',
    safety: false,
    link: '/TaskManagerNew?tab=flights',
  },
  approvalAsked: { level: 'attention', safety: false, link: '/TaskManagerNew?tab=approvals' },
  approvalGiven: { level: 'info', safety: false, link: '/TaskManagerNew?tab=approvals' },
  approvalRefused: { level: 'attention', safety: false, link: '/TaskManagerNew?tab=approvals' },
  turnHeld: { level: 'attention', safety: false, link: '/TaskManagerNew?tab=flights' },
  windAsked: { level: 'alarm', safety: true, link: dockMonitor },
  windReturn: { level: 'alarm', safety: true, link: dockMonitor },
} as const satisfies RoomNotifications;

export const limits = {
  approval: {
    /** How often approvers are notified of what waits, ms, and of so many at a time. */
    notifyEvery: 5_000,
    notifyAtOnce: 50,
    /** Regions that begin within so many metres of a route belong to what is approved: as far as a dock can be from it. */
    regionsAround: 15_000,
  },
  flightChoice: {
    /** AI types of one flight, and characters of a code of the code table. */
    aiTypesMost: 20,
    codeMax: 64,
    /** From how far things are searched for, m. */
    aiRangeMin: 25,
    aiRangeMax: 50,
    /** Members that are offered as assignees at once, and devices. */
    offered: 100,
    /** Samples of one AI type. */
    samples: 4,
    /** How often assignees are notified of what waits, ms, and of so many at a time. */
    notifyEvery: 5_000,
    notifyAtOnce: 50,
  },
  checklist: {
    /** Questions of an organisation, characters of each, and of a note to an answer. */
    questions: 30,
    question: 200,
    note: 200,
    /** So long answers hold, ms: what was looked at in the morning may not be so in the evening. */
    holdsFor: 12 * 3_600_000,
  },
  flightSeries: {
    /** Flights of one arrangement. */
    sizeMin: 2,
    sizeMax: 12,
    /** Between two beginnings, s. */
    gapMax: 3_600,
    gapUsual: 60,
    /** How often turns are looked at, ms, and so many at a time; one that waits again after so long, ms. */
    turnEvery: 1_000,
    turnsAtOnce: 50,
    turnAgain: 10_000,
    /** From a landing on: for so long anything may pass by itself, and a battery or a dock at work for so long, ms. */
    turnSettles: 120_000,
    turnWaits: 3_600_000,
  },
  flightKeeping: {
    /** From when rules that are set act, ms: what was typed wrong is corrected before. */
    actsAfter: 86_400_000,
    /** How often records are looked for that are too old, ms, and how many go in one transaction. */
    every: 3_600_000,
    atOnce: 10,
  },
  windAbort: {
    /** For how long wind is above the limit until an aircraft is called home: what an organisation may set, s. */
    secondsMin: 3,
    secondsMax: 300,
    secondsUsual: 15,
    /** For how long a person on duty is waited for, s. */
    answerMin: 5,
    answerMax: 120,
    answerUsual: 30,
    /** Whoever let it go on is asked again where the wind is so much stronger, m/s, and else after so long, ms. */
    againStep: 2,
    againAfter: 180_000,
    /** How often answers that did not come are looked for, ms; who looked at its picture so long ago is on duty, ms. */
    lookEvery: 1_000,
    watchedWithin: 30_000,
  },
} as const;
