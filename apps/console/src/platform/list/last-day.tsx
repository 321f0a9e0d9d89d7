import { dayIn, endOfDay } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { FieldValue, OwnField } from './record-form-field.tsx';

const written = (value: FieldValue): string => (typeof value === 'string' ? value.trim() : '');

/**
 * The last day on which something is valid, as `2027-03-31`; empty: without an end.
 * @param zone that of the organisation, in which the day lies
 * @param now epoch ms
 */
export const lastDay = (zone: string, now: number) => ({
  shown: (until: number | null | undefined): string => (typeof until === 'number' ? dayIn(zone, until) : ''),
  /** What has passed meanwhile is no fault of who changes something else. */
  check: (day: FieldValue, start: FieldValue): PhraseId | null => {
    const end = endOfDay(zone, written(day));
    return end !== null && end <= now && day !== start ? 'issue.future' : null;
  },
  sends: (day: FieldValue): number | null => endOfDay(zone, written(day)),
});

export function DayInput({ id, value, onChange }: OwnField): ReactNode {
  return (
    <Input
      id={id}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
