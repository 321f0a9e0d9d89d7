import { limits } from '@eyrie/domain';
import { Checkbox, InputNumber } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { boundOf, minutesOf, type ConditionDraft } from './condition-draft.ts';
import '../../platform/form-field.css';

const { batteryLeast, batteryMost, storageMost } = limits.task.condition;

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
            <span className="form-hint ey-hint">{text('task.conditionMinutesHint')}</span>
          )}
        </>
      ) : null}
      <span className="form-hint ey-hint">{text('task.conditionHint')}</span>
    </fieldset>
  );
}
