import { limits, type TaskCondition } from '@eyrie/domain';
import { Checkbox, InputNumber } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { ScheduleDraft } from './schedule-draft.ts';
import '../../platform/form-field.css';

/** What a run of a timed task waits for. */
export interface ConditionDraft {
  /** False: it begins when it is due. */
  waits: boolean;
  battery: number | null;
  /** Null: none is asked for. */
  storage: number | null;
  minutes: number | null;
}
const { batteryLeast, batteryMost, batteryUsual, storageMost, minutesMost, minutesUsual } =
  limits.task.condition;

/** Minutes from one run of a day to the next, before which the window of a run ends; null: there is one a day. */
export const mostMinutesOf = ({
  type,
  startBy,
  again,
  everyMinutes,
}: Pick<ScheduleDraft, 'type' | 'startBy' | 'again' | 'everyMinutes'>): number | null =>
  type === 'repeat' && startBy === 'clock' && again ? everyMinutes : null;

const boundOf = (mostMinutes: number | null): number =>
  Math.max(1, Math.min(minutesMost, mostMinutes ?? minutesMost));
/** As it is shown and kept. */
const minutesOf = ({ minutes }: Pick<ConditionDraft, 'minutes'>, mostMinutes: number | null): number =>
  Math.min(minutes ?? minutesUsual, boundOf(mostMinutes));

/** The same as a task keeps it; undefined: it waits for none. What is left empty is what is usual. */
export const conditionOf = (
  draft: ConditionDraft,
  mostMinutes: number | null,
): TaskCondition | undefined => {
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

/** Asks what a run of a timed task waits for at its dock before it begins. */
export function ConditionField({
  draft,
  mostMinutes,
  onChange,
}: {
  draft: ConditionDraft;
  /** From one run of a day to the next; null: there is one a day. */
  mostMinutes: number | null;
  onChange: (change: Partial<ConditionDraft>) => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <fieldset className="form-field">
      <legend>{text('task.condition')}</legend>
      <Checkbox checked={draft.waits} onChange={({ target }) => onChange({ waits: target.checked })}>
        {text('task.condition.on')}
      </Checkbox>
      {draft.waits ? (
        <>
          <label htmlFor={`${id}battery`}>{text('task.conditionBattery')}</label>
          <InputNumber<number>
            id={`${id}battery`}
            min={batteryLeast}
            max={batteryMost}
            precision={0}
            value={draft.battery}
            onChange={(battery) => onChange({ battery })}
          />
          <label htmlFor={`${id}storage`}>{text('task.conditionStorage')}</label>
          <InputNumber<number>
            id={`${id}storage`}
            min={1}
            max={storageMost}
            precision={0}
            value={draft.storage}
            onChange={(storage) => onChange({ storage })}
          />
          <label htmlFor={`${id}minutes`}>{text('task.conditionMinutes')}</label>
          <InputNumber<number>
            id={`${id}minutes`}
            min={1}
            max={boundOf(mostMinutes)}
            precision={0}
            value={minutesOf(draft, mostMinutes)}
            onChange={(minutes) => onChange({ minutes })}
          />
          {mostMinutes === null ? null : (
            <span className="form-hint">{text('task.conditionMinutesHint')}</span>
          )}
        </>
      ) : null}
      <span className="form-hint">{text('task.conditionHint')}</span>
    </fieldset>
  );
}
