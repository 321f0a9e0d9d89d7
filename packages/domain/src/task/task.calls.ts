import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { mediaRecord } from '../flight/flight.ts';
import { listCalls, restoreCall } from '../list-calls.ts';
import {
  byOid,
  listOf,
  oid,
  optionalText,
  pageShape,
  recordVersion,
  sentInstant,
  text,
  textPage,
} from '../shape.ts';
import { calendarSpan, taskExportCalls } from './calls-of-exports.ts';
import { taskSeveralCalls } from './calls-of-several.ts';
import { windowTooLong } from './condition.ts';
import { isSingle, repeatSchedule, taskSchedule, wallMinute, type TaskSchedule } from './schedule.ts';
import {
  calendarDay,
  changedRun,
  missedChoices,
  occurrenceRecord,
  runConflict,
  scheduledRun,
  taskArrangement,
  type TaskArrangement,
  taskRecord,
  taskStatuses,
  taskTypes,
} from './task.ts';

const { perDayMost } = limits.task.calendar;
const remark = optionalText(300).optional();
const readers = ['/TaskManagerNew', '/FlyArrange', '/PortMonitorSee'] as const;

const listed = {
  path: '/nebula-five/uavtask',
  word: 'task',
  many: 'Tasks',
  one: 'a task',
  readers,
  writers: ['task:edit'],
  refuses: ['scheduleOver', 'exceptionsLost', 'conditionDock'],
} as const;

/** A run of a task, named by the wall time that its schedule gives it. */
const ofRun = { oid, wall: wallMinute };
const runRefuses = ['runNotComing', 'runDecided', 'runSoon'] as const;
const dropExceptions = z.boolean().optional();
const chosenRun = occurrenceRecord
  .pick({ choice: true, choiceUntil: true })
  .extend({ oid, wall: occurrenceRecord.shape.wall });

const timing = {
  /** Of a timed task, as its type says. */
  schedule: taskSchedule.optional(),
  arrangement: taskArrangement.optional(),
};
interface Timing {
  type?: (typeof taskTypes)[number] | undefined;
  schedule?: TaskSchedule | undefined;
  arrangement?: Pick<TaskArrangement, 'condition'> | undefined;
}

type Path = readonly string[];
const tooLong: Path = ['arrangement', 'condition', 'minutes'];

/** A timed task says when and what it flies, a manual one neither; a field that does not fit its type is named. */
const unfit = ({ type, schedule, arrangement }: Timing): Path | null => {
  const timed = type !== 'manual';
  if ((schedule !== undefined) !== timed) return ['schedule'];
  if (schedule && isSingle(schedule) !== (type === 'single')) return ['schedule'];
  if ((arrangement !== undefined) !== timed) return ['arrangement'];
  const condition = arrangement?.condition;
  return schedule && condition && windowTooLong(schedule, condition) ? tooLong : null;
};

const filters = {
  keyword: optionalText(64).optional(),
  status: z.enum(taskStatuses).optional(),
  type: z.enum(taskTypes).optional(),
  mine: z.boolean().optional(),
  /** Those that the caller has marked. */
  favourite: z.boolean().optional(),
  /** Timed tasks that fly from a dock. */
  dockOID: oid.optional(),
  paused: z.boolean().optional(),
  sort: z.enum(['-createdAt', 'createdAt', 'name']).optional(),
};

const ordinary = listCalls({
  ...listed,
  record: taskRecord,
  filters,
  add: { name: text(64), type: z.enum(taskTypes), remark, ...timing },
  // With a type the schedule and the arrangement are given anew, as by add; without one they stay.
  // Moved and cancelled runs stay as far as the schedule still has them; the others are dropped where that is said.
  edit: {
    name: text(64).optional(),
    remark,
    type: z.enum(taskTypes).optional(),
    ...timing,
    dropExceptions,
  },
  // While one of their flights waits or flies.
  removalRefuses: ['inUse'],
});

const { path } = listed;
const asText = { ...textPage, keyword: optionalText(64).optional() };

export const taskCalls = {
  ...ordinary,
  ...taskSeveralCalls(listed.path),
  ...taskExportCalls(listed.path, { readers, filters }),
  add: {
    ...ordinary.add,
    request: ordinary.add.request.superRefine((given, { addIssue }) => {
      const field = unfit(given);
      if (field) addIssue({ code: 'custom', path: [...field], message: field.join('.') });
    }),
  },
  edit: {
    ...ordinary.edit,
    request: ordinary.edit.request.superRefine((given, { addIssue }) => {
      const { type, schedule, arrangement } = given;
      const loose = schedule === undefined && arrangement === undefined ? null : ['type'];
      const field = type === undefined ? loose : unfit(given);
      if (field) addIssue({ code: 'custom', path: [...field], message: field.join('.') });
    }),
  },
  restore: restoreCall(listed),
  pauseTask: call({
    method: 'GET',
    path: `${path}/pauseTask.rest`,
    effect: 'changes',
    audit: 'task.pause',
    refuses: ['taskManual', 'taskPaused'],
    summary: 'Pause a timed task: none of its runs comes until it is resumed',
    permission: listed.writers,
    request: z.object({ oid, reason: text(200) }),
    response: taskRecord,
  }),
  restoreTask: call({
    method: 'GET',
    path: `${path}/restoreTask.rest`,
    effect: 'changes',
    audit: 'task.resume',
    refuses: ['taskNotPaused'],
    summary: 'Resume a paused task; what fell due meanwhile never comes',
    permission: listed.writers,
    request: byOid,
    response: taskRecord,
  }),
  setFavourite: call({
    method: 'POST',
    path: `${path}/setFavourite.rest`,
    effect: 'changes',
    audit: { none: 'a mark of the reader for the reader' },
    summary: 'Mark a task as one of the favourites of the caller, or take the mark away',
    permission: readers,
    request: z.object({ oid, favourite: z.boolean() }),
    response: taskRecord,
  }),
  getTaskStatus: call({
    method: 'GET',
    path: `${path}/getTaskStatus.rest`,
    effect: 'reads',
    summary: 'Where a task stands',
    permission: readers,
    request: byOid,
    response: taskRecord.pick({ oid: true, status: true, pauseReason: true, nextRun: true }),
  }),
  list: call({
    method: 'GET',
    path: `${path}/list.rest`,
    effect: 'reads',
    summary: 'Tasks of the own department and below, the newest first',
    permission: readers,
    request: z.object(asText),
    response: listOf(taskRecord),
  }),
  mine: call({
    method: 'GET',
    path: `${path}/mine.rest`,
    effect: 'reads',
    summary: 'Tasks that the caller made, the newest first',
    permission: readers,
    request: z.object(asText),
    response: listOf(taskRecord),
  }),
  fileQuery: call({
    method: 'POST',
    path: `${path}/fileQuery.rest`,
    effect: 'reads',
    summary: 'Pictures and films that the flights of a task brought home, the newest first',
    permission: readers,
    request: z.object({ ...pageShape, oid }),
    response: listOf(mediaRecord),
  }),
  nextRuns: call({
    method: 'POST',
    path: `${path}/nextRuns.rest`,
    effect: 'reads',
    summary: 'The next runs of a schedule, which need not be stored',
    permission: readers,
    request: z.object({ schedule: taskSchedule }),
    response: z.object({ list: z.array(scheduledRun), now: sentInstant }),
  }),
  occurrences: call({
    method: 'POST',
    path: `${path}/occurrences.rest`,
    effect: 'reads',
    summary: 'Runs of a timed task with what became of each, the last due first',
    permission: readers,
    request: z.object({ ...pageShape, oid }),
    response: listOf(occurrenceRecord),
  }),
  runConflicts: call({
    method: 'POST',
    path: `${path}/runConflicts.rest`,
    effect: 'reads',
    summary: 'Conflicts of a run at another time: the verdict by which it would be moved now',
    permission: listed.writers,
    refuses: runRefuses,
    request: z.object({ ...ofRun, to: wallMinute }),
    response: z.object({ at: sentInstant, list: z.array(runConflict) }),
  }),
  moveRun: call({
    method: 'POST',
    path: `${path}/moveRun.rest`,
    effect: 'changes',
    audit: 'task.moveRun',
    refuses: [...runRefuses, 'runPast', 'runTaken', 'runConflicts', 'exceptionsFull'],
    summary: 'Move one run of a timed task to another time; the others stay',
    permission: listed.writers,
    request: z.object({
      ...ofRun,
      to: wallMinute,
      /** Although there are conflicts, none of which forbids it. */
      despite: z.boolean().optional(),
    }),
    response: changedRun,
  }),
  cancelRun: call({
    method: 'POST',
    path: `${path}/cancelRun.rest`,
    effect: 'changes',
    audit: 'task.cancelRun',
    refuses: [...runRefuses, 'exceptionsFull'],
    summary: 'Cancel one run of a timed task; the others stay',
    permission: listed.writers,
    request: z.object({ ...ofRun, reason: text(200) }),
    response: changedRun,
  }),
  restoreRun: call({
    method: 'POST',
    path: `${path}/restoreRun.rest`,
    effect: 'changes',
    audit: 'task.restoreRun',
    refuses: [...runRefuses, 'runPast', 'runTaken'],
    summary: 'Let a run that was moved or cancelled come as its schedule says',
    permission: listed.writers,
    request: z.object(ofRun),
    response: changedRun,
  }),
  chooseRun: call({
    method: 'POST',
    path: `${path}/chooseRun.rest`,
    effect: 'changes',
    audit: 'task.chooseRun',
    refuses: ['runNotMissed', 'runDecided', 'runChosen', 'taskPaused'],
    summary:
      'Choose what becomes of a run that was missed: it flies now, once its dock is free, or not at all',
    permission: listed.writers,
    request: z.object({ ...ofRun, choice: z.enum(missedChoices) }),
    response: chosenRun,
  }),
  withdrawChoice: call({
    method: 'POST',
    path: `${path}/withdrawChoice.rest`,
    effect: 'changes',
    audit: 'task.withdrawChoice',
    refuses: ['runNotChosen', 'runDecided'],
    summary: 'Take back what was chosen for a run that was missed, as long as it has not begun',
    permission: listed.writers,
    request: z.object(ofRun),
    response: chosenRun,
  }),
  changeLater: call({
    method: 'POST',
    path: `${path}/changeLater.rest`,
    effect: 'changes',
    audit: 'task.changeLater',
    refuses: [
      ...runRefuses,
      'taskNotRepeated',
      'runFirst',
      'scheduleOver',
      'exceptionsLost',
      'conditionDock',
    ],
    summary: 'Change a run of a repeated task and all later ones: they become a task of their own',
    permission: listed.writers,
    request: z
      .object({
        ...ofRun,
        version: recordVersion.optional(),
        name: text(64),
        remark,
        schedule: repeatSchedule,
        arrangement: taskArrangement,
        dropExceptions,
      })
      .superRefine(({ schedule, arrangement: { condition } }, { addIssue }) => {
        if (condition && windowTooLong(schedule, condition))
          addIssue({ code: 'custom', path: [...tooLong], message: tooLong.join('.') });
      }),
    response: taskRecord,
  }),
  calendar: call({
    method: 'POST',
    path: `${path}/calendar.rest`,
    effect: 'reads',
    summary: 'Runs of all timed tasks by day: what became of those that were due, and which are to come',
    permission: readers,
    request: z.object({
      ...calendarSpan,
      /** Runs of each day that are listed. */
      perDay: z.number().int().min(1).max(perDayMost).default(6),
    }),
    response: z.object({
      /** Days that have runs, in order. */
      list: z.array(calendarDay),
      /** Runs of all these days. */
      total: z.number().int(),
      /** Tasks of which runs on these days are still being expanded: there may be more. */
      unexpanded: z.number().int(),
    }),
  }),
};
