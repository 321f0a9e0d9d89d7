import { z } from 'zod';
import { requireAiRange } from '../flight/choices.ts';
import { arrangementShape, runStandings } from '../flight/flight.ts';
import { flightPhases } from '../flight/phase.ts';
import { oid, recordVersion, sentInstant } from '../shape.ts';
import { busyChoices, busyMinutes } from './busy-dock.ts';
import { requireOneWait, taskCondition } from './condition.ts';
import { keptSchedule, timeZoneName, wallDate, wallMinute } from './schedule.ts';

export const taskTypes = ['manual', 'single', 'repeat'] as const;
export const taskStatuses = ['scheduled', 'paused', 'flying', 'done'] as const;

/** What each flight of a timed task is arranged with. */
export const taskArrangement = z
  .object({
    ...arrangementShape,
    /** What a run does whose dock is busy when it is due; missing: as the organisation decided. */
    busyDock: z.enum(busyChoices).optional(),
    /** Minutes that it waits for its dock. */
    busyMinutes: busyMinutes.optional(),
    /** What the dock waits for before a run begins; missing: it begins when it is due. */
    condition: taskCondition.optional(),
  })
  .superRefine(requireAiRange)
  .superRefine(requireOneWait);
export type TaskArrangement = z.output<typeof taskArrangement>;

export const scheduledRun = z.object({ wall: wallMinute, at: sentInstant });

/** What becomes of a run: each ends as one of the last four, and stays that, save one that was missed and flies later. */
export const occurrenceStates = [
  'planned',
  'launching',
  'launched',
  'missed',
  'skipped',
  'cancelled',
] as const;
export type OccurrenceState = (typeof occurrenceStates)[number];

/** What a person decides about a run that was missed. Next free: as soon as its dock is free. */
export const missedChoices = ['now', 'nextFree', 'leave'] as const;
export type MissedChoice = (typeof missedChoices)[number];

/** A run of a timed task, with what became of it. */
export const occurrenceRecord = z.object({
  oid,
  taskOID: oid,
  /** What the clocks of its zone were to show. */
  wall: wallMinute,
  timeZone: timeZoneName,
  dueAt: sentInstant,
  /** What the clocks show when it comes, where a person moved it; `wall` names it all the same. */
  movedTo: wallMinute.nullable(),
  state: z.enum(occurrenceStates),
  /** What stands in its way while it is planned; why it came to nothing, or what is not known of it, after. */
  reason: z.string().nullable(),
  /** The same in words, in the caller's language. */
  message: z.string().nullable(),
  /** Of one that is to come, by all rules as they were judged last; null: it was not judged, or is no more to come. */
  standing: z.enum(runStandings).nullable(),
  flightOID: oid.nullable(),
  /** When its state was decided; null: it is planned. */
  decidedAt: sentInstant.nullable(),
  /** What was chosen for it after it was missed; null: nothing was, and of one that was missed it can be. */
  choice: z.enum(missedChoices).nullable(),
  /** Who chose it. */
  chosenBy: z.string().nullable(),
  /** Until when it may begin as it was chosen; null: it does not wait for that. */
  choiceUntil: sentInstant.nullable(),
});
export type OccurrenceRecord = z.output<typeof occurrenceRecord>;

/** A run in the calendar: one that has a row, or one that is expanded ahead and has none yet. */
export const calendarRun = occurrenceRecord
  .pick({
    taskOID: true,
    wall: true,
    timeZone: true,
    movedTo: true,
    state: true,
    reason: true,
    message: true,
    standing: true,
    flightOID: true,
    choice: true,
    chosenBy: true,
    choiceUntil: true,
  })
  .extend({
    taskName: z.string(),
    at: sentInstant,
    /** That it flies, or is to fly. */
    routeOID: oid.nullable(),
    /** Null: the dock is not in sight of the reader. */
    dockOID: oid.nullable(),
    dockName: z.string().nullable(),
  });
export type CalendarRun = z.output<typeof calendarRun>;

export const runConflictKinds = [
  'soon',
  'ownRun',
  'dockRun',
  'dockFlight',
  'obstacle',
  'notChecked',
] as const;

/** A conflict of a run at another time. */
export const runConflict = z.object({
  kind: z.enum(runConflictKinds),
  /** It cannot be moved there; else a person may decide for it. */
  forbids: z.boolean(),
  /** In words, in the caller's language. */
  message: z.string(),
});
export type RunConflict = z.output<typeof runConflict>;

/** A run, with when it comes now. */
export const changedRun = z.object({
  oid,
  wall: wallMinute,
  movedTo: wallMinute.nullable(),
  /** Null: it does not come. */
  at: sentInstant.nullable(),
});

/** A task that goes on from another one, or that another one goes on from. */
const neighbourTask = z.object({ oid, name: z.string() }).nullable();

/** A day of the calendar on which there are runs. */
export const calendarDay = z.object({
  day: wallDate,
  /** How many runs, by what became of them. */
  counts: z.array(z.object({ state: z.enum(occurrenceStates), count: z.number().int() })),
  /** The first ones, in the order of their moments. */
  list: z.array(calendarRun),
});
export type CalendarDay = z.output<typeof calendarDay>;

export const taskRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  type: z.enum(taskTypes),
  status: z.enum(taskStatuses),
  /** When it flies; null: a manual task. */
  schedule: keptSchedule.nullable(),
  arrangement: taskArrangement.nullable(),
  /** Null: none is to come, or the task is paused. */
  nextRun: scheduledRun
    .extend({
      /** Something stands in its way, as it was found last. */
      atRisk: z.boolean(),
    })
    .nullable(),
  /** The task whose later runs this one took over. */
  follows: neighbourTask,
  /** The task that took over its later runs. */
  followedBy: neighbourTask,
  paused: z.boolean(),
  /** Why it is paused; empty: it is not. */
  pauseReason: z.string(),
  /** The caller has marked it. */
  favourite: z.boolean(),
  flightCount: z.number().int(),
  currentFlightOID: oid.nullable(),
  currentDockOID: oid.nullable(),
  /** Where its current flight stands. */
  currentPhase: z.enum(flightPhases).nullable(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type TaskRecord = z.output<typeof taskRecord>;
