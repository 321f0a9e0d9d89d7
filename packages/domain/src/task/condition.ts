import { z } from 'zod';
import { limits } from '../limits.ts';
import { isSingle, type TaskSchedule } from './schedule.ts';

const { batteryLeast, batteryMost, storageMost, minutesMost } = limits.task.condition;

/**
 * What the dock waits for before a run of a timed task begins. Its task lies at the dock from before the run is due, and
 * the dock reports when it is ready.
 */
export const taskCondition = z.object({
  /** Charge of the aircraft, %: at least this. */
  battery: z.number().int().min(batteryLeast).max(batteryMost),
  /** Free storage that the dock asks for at the start, MB; missing: it asks for none. */
  storage: z.number().int().min(1).max(storageMost).optional(),
  /** How long after it is due the run may begin. After that it is missed. */
  minutes: z.number().int().min(1).max(minutesMost),
});
export type TaskCondition = z.output<typeof taskCondition>;

/** Whether the window of a run reaches into the next run of its day, which would then be missed. */
export const windowTooLong = (schedule: TaskSchedule, { minutes }: Pick<TaskCondition, 'minutes'>): boolean =>
  !isSingle(schedule) && schedule.window !== null && minutes > schedule.window.everyMinutes;

/** A run that waits for a condition waits for its own dock: another choice for a busy one would contradict it. */
export const requireOneWait = (
  { condition, busyDock }: { condition?: unknown; busyDock?: unknown },
  { addIssue }: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void => {
  if (condition !== undefined && busyDock !== undefined)
    addIssue({ code: 'custom', path: ['busyDock'], message: 'busyDock' });
};
