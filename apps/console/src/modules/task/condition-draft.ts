import { limits, type TaskCondition } from '@eyrie/domain';
import type { ScheduleDraft } from './schedule-draft.ts';

/** What a run of a timed task waits for. */
export interface ConditionDraft {
  /** False: it begins when it is due. */
  waits: boolean;
  battery: number | null;
  /** Null: none is asked for. */
  storage: number | null;
  minutes: number | null;
}
const { batteryUsual, minutesMost, minutesUsual } = limits.task.condition;

/** Minutes from one run of a day to the next, before which the window of a run ends; null: there is one a day. */
export const mostMinutesOf = ({
  type,
  startBy,
  again,
  everyMinutes,
}: Pick<ScheduleDraft, 'type' | 'startBy' | 'again' | 'everyMinutes'>): number | null =>
  type === 'repeat' && startBy === 'clock' && again ? everyMinutes : null;

/** Minutes that its window may last. */
export const boundOf = (mostMinutes: number | null): number =>
  Math.max(1, Math.min(minutesMost, mostMinutes ?? minutesMost));
/** As it is shown and kept. */
export const minutesOf = ({ minutes }: Pick<ConditionDraft, 'minutes'>, mostMinutes: number | null): number =>
  Math.min(minutes ?? minutesUsual, boundOf(mostMinutes));

/** The same as a task keeps it; undefined: it waits for none. What is left empty is what is usual. */
export const conditionOf = (draft: ConditionDraft, mostMinutes: number | null): TaskCondition | undefined => {
  const { waits, battery, storage } = draft;
  if (!waits) return undefined;
  return {
    battery: battery ?? batteryUsual,
    minutes: minutesOf(draft, mostMinutes),
    ...(storage === null ? {} : { storage }),
  };
};

/** What a form begins with. */
export const conditionDraftOf = (
  kept: { condition?: TaskCondition | undefined } | null | undefined,
): ConditionDraft => ({
  waits: kept?.condition !== undefined,
  battery: kept?.condition?.battery ?? batteryUsual,
  storage: kept?.condition?.storage ?? null,
  minutes: kept?.condition?.minutes ?? minutesUsual,
});
