import type { RoomActions, RoomNotifications, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/TaskManagerNew': { group: 'fly' } } as const satisfies RoomPages;

export const actions = {
  'task:edit': { page: '/TaskManagerNew', inspection: true },
  'task:days': { page: '/TaskManagerNew' },
} as const satisfies RoomActions;

export const refusals = {
  taskManual: 409,
  taskPaused: 409,
  taskNotPaused: 409,
  taskPausedOtherwise: 409,
  scheduleOver: 409,
  /** Its dock cannot wait for a condition: the open contract has no word for it. */
  conditionDock: 409,
  taskRunsUnexpanded: 409,
  taskRunsBeyond: 409,
  taskNotRepeated: 409,
  /** No other dock is able to fly what a busy one was to fly. */
  noOtherDock: 409,
  runNotComing: 409,
  runDecided: 409,
  runSoon: 409,
  /** It was not missed, or has begun since. */
  runNotMissed: 409,
  /** Somebody was quicker to choose. */
  runChosen: 409,
  runNotChosen: 409,
  runPast: 409,
  runTaken: 409,
  runConflicts: 409,
  runFirst: 409,
  exceptionsFull: 409,
  exceptionsLost: 409,
  workDayTaken: 409,
  workDaysFull: 409,
} as const satisfies RoomRefusals;

export const notifications = {
  taskAtRisk: { level: 'attention', safety: false, link: '/TaskManagerNew' },
  taskStartUnknown: { level: 'alarm', safety: false, link: '/TaskManagerNew' },
  taskMissed: { level: 'alarm', safety: false, link: '/TaskManagerNew' },
} as const satisfies RoomNotifications;

export const limits = {
  task: {
    /** A run that is later than this is missed, ms. */
    launchWithin: 30_000,
    /** A start that was refused before anything left, for a reason that passes, is ordered again this often, ms. */
    launchAgain: 2_000,
    /** How often what was missed is looked for and the next runs are planned, ms, and so many tasks at a time. */
    planEvery: 5_000,
    planAtOnce: 100,
    /** The flight of a run is arranged so long before it is due, ms: its route is judged anew then. */
    arrangeAhead: 60_000,
    arrangeEvery: 2_000,
    /** What could not be arranged is tried again so long before it is due and until it is too late, ms. */
    arrangeAgain: 10_000,
    /** Runs of the next days are looked at, each again after a while, ms: their routes are judged for it, so a few at a time. */
    foresee: { within: 3 * 86_400_000, again: 3_600_000, soon: 60_000, every: 15_000, atOnce: 5 },
    /** The next runs of each task within the same time are judged by every rule, each again after a while, ms. */
    verdict: { runs: 5, again: 300_000, every: 15_000, atOnce: 100, keep: 7 * 86_400_000 },
    /** How often what is due is started, ms, and so many runs at a time. */
    launchEvery: 1_000,
    launchAtOnce: 100,
    /** Of a busy dock: it is asked again after a while, another one is sought for so long, ms, and so many are tried. */
    queue: { again: 5_000, seekFor: 120_000, docksMost: 3, minutesUsual: 10, minutesMost: 60 },
    /**
     * Of a run that waits for a condition: %, MB and minutes. What the dock refused or left unanswered is asked again
     * after a while, ms, which doubles with each time in a row up to `againMost`; after so long past its window nothing
     * is taken back any more, ms.
     */
    condition: {
      batteryLeast: 30,
      batteryMost: 100,
      batteryUsual: 90,
      storageMost: 1_000_000,
      minutesMost: 720,
      minutesUsual: 60,
      lookEvery: 1_000,
      atOnce: 100,
      again: 15_000,
      againMost: 300_000,
      takeBackWithin: 3_600_000,
    },
    /** A run that was missed begins within so long once somebody wants it now, or once its dock is free; tried again, ms. */
    choice: { nowWithin: 120_000, freeWithin: 12 * 3_600_000, again: 30_000 },
    /** Tasks that one call pauses or resumes: by name, and of a dock or department. */
    several: { chosenMost: 200, most: 500 },
    schedule: {
      /** Beyond these years a date is a slip of the pen. */
      firstYear: 2020,
      lastYear: 2099,
      /** Every so many days, weeks or months at most. */
      everyMost: 366,
      /** Between two runs of one day, minutes. */
      stepLeast: 5,
      stepMost: 1_440,
      exceptionsMost: 366,
      /** Minutes before or after the sun rises or sets. */
      sunOffsetMost: 180,
      /** Days, weeks or months that one search for runs looks at. */
      iterations: 500,
      /** Days that are looked at beyond the last run asked for. */
      lookAhead: 2,
      /** Runs that are shown ahead. */
      shown: 5,
    },
    /** Runs of one task that are to come and were moved or cancelled. */
    runExceptionsMost: 100,
    /** Holidays and make-up workdays of one organisation. */
    workDaysMost: 2_000,
    /** Around the time on its route a flight holds its dock so long: way out and home, landing, ms. */
    aroundRoute: 300_000,
    calendar: {
      /** Runs are expanded so long ahead, ms, and further once a day of it is over. */
      ahead: 62 * 86_400_000,
      renewAfter: 86_400_000,
      /** How often tasks are looked for whose runs are to be expanded, ms; so many tasks, and runs of each, at a time. */
      expandEvery: 2_000,
      tasksAtOnce: 50,
      /** No more, as the loop that carries orders waits for it. */
      runsAtOnce: 40,
      /** Times that one pass looks for more. */
      turnsMost: 500,
      /** Days, and runs of each, that one look shows. */
      daysMost: 42,
      perDayMost: 500,
      /** Runs that one file takes. */
      exportMost: 5_000,
    },
  },
} as const;
