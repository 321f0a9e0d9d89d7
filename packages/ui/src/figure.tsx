import type { ReactNode } from 'react';
import { useUiTexts } from './ui-texts.tsx';

export interface FigureProps {
  label: string;
  /** Text is ready to show; null: not known, shown as a dash and never as zero. */
  value: string | number | null;
  unit?: string;
  /** How old, in words; shown when the value is no longer fresh. */
  age?: string | null;
  /** Greyed, because it may no longer hold. */
  stale?: boolean;
  /** A word about what the value relates to, such as "above take-off". */
  note?: string;
  size?: 'small' | 'large';
}

/** A measured value as an instrument shows it: label, value, unit, age. */
export function Figure({
  label,
  value,
  unit,
  age,
  stale = false,
  note,
  size = 'large',
}: FigureProps): ReactNode {
  const { number } = useUiTexts();
  const known = value !== null && value !== '';
  return (
    <div className={`ey-figure ey-figure-${size}${stale ? ' ey-figure-stale' : ''}`}>
      <span className="ey-figure-label">{label}</span>
      <span className="ey-figure-value">
        <bdi dir="ltr">{known ? (typeof value === 'number' ? number(value) : value) : '–'}</bdi>
        {known && unit ? <span className="ey-figure-unit">{unit}</span> : null}
      </span>
      {note ? <span className="ey-figure-note">{note}</span> : null}
      {age ? <span className="ey-figure-age">{age}</span> : null}
    </div>
  );
}
