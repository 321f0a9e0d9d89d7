import { limits } from '@eyrie/domain';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { ScheduleDraft, ScheduleFaults, ScheduleField as FieldName } from './schedule-draft.ts';
import '../../platform/form-field.css';

export interface ScheduleFormProps {
  /** It flies by itself already, and goes on to. */
  timed?: boolean;
  draft: ScheduleDraft;
  /** What was wrong when it was sent last. */
  faults: ScheduleFaults;
  /** Where the dock stands that is chosen: a start by the sun begins with it. */
  place?: { lng: number; lat: number } | null;
  /** Minutes within which its runs begin that wait for a condition; missing or null: they begin when they are due. */
  waitMinutes?: number | null;
  onChange: (change: Partial<ScheduleDraft>) => void;
}

/** A field of the form with its label, and what is wrong with it. */
export function ScheduleField({
  field,
  faults,
  label,
  children,
}: {
  field: FieldName;
  faults: ScheduleFaults;
  label: string;
  children: (id: string) => ReactNode;
}): ReactNode {
  const text = useText();
  const id = useId();
  const fault = faults[field];
  const { everyMost, stepLeast, stepMost, exceptionsMost, sunOffsetMost } = limits.task.schedule;
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault ? (
        <span className="form-fault" role="alert">
          {text(fault, { everyMost, stepLeast, stepMost, exceptionsMost, sunOffsetMost })}
        </span>
      ) : null}
    </div>
  );
}
