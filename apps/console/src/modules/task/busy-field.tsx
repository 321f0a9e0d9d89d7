import { busyChoices, limits, type BusyChoice } from '@eyrie/domain';
import { InputNumber, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import '../../platform/form-field.css';

/** What a run does whose dock is busy when it is due. */
export interface BusyDraft {
  /** Null: as the organisation decided. */
  busyDock: BusyChoice | null;
  busyMinutes: number;
}
const { minutesMost, minutesUsual } = limits.task.queue;

/** The same as a task keeps it. */
export const busyOf = ({
  busyDock,
  busyMinutes,
}: BusyDraft): { busyDock?: BusyChoice; busyMinutes?: number } => ({
  ...(busyDock === null ? {} : { busyDock }),
  ...(busyDock === 'wait' ? { busyMinutes } : {}),
});

/** What a form begins with. */
export const busyDraftOf = (
  kept: { busyDock?: BusyChoice | undefined; busyMinutes?: number | undefined } | null | undefined,
): BusyDraft => ({ busyDock: kept?.busyDock ?? null, busyMinutes: kept?.busyMinutes ?? minutesUsual });

/** Asks what a run of a timed task does whose dock is busy. */
export function BusyField({
  draft,
  onChange,
}: {
  draft: BusyDraft;
  onChange: (change: Partial<BusyDraft>) => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  const choices = ['organisation', ...busyChoices] as const;
  return (
    <div className="form-field">
      <label htmlFor={id}>{text('task.busyDock')}</label>
      <Select<BusyChoice | 'organisation'>
        id={id}
        value={draft.busyDock ?? 'organisation'}
        options={choices.map((value) => ({ value, label: text(`task.busyDock.${value}`) }))}
        style={{ inlineSize: 320, maxInlineSize: '100%' }}
        onChange={(value) => onChange({ busyDock: value === 'organisation' ? null : value })}
      />
      {draft.busyDock === 'wait' ? (
        <>
          <label htmlFor={`${id}minutes`}>{text('task.busyMinutes')}</label>
          <InputNumber
            id={`${id}minutes`}
            min={1}
            max={minutesMost}
            precision={0}
            value={draft.busyMinutes}
            onChange={(minutes) => onChange({ busyMinutes: minutes ?? minutesUsual })}
          />
        </>
      ) : null}
      <span className="form-hint ey-hint">{text('task.busyDockHint')}</span>
    </div>
  );
}
