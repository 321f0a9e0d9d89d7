import { Input } from 'antd';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { numberOf } from './numbers.ts';

export interface NumberFieldProps {
  label: string;
  /** Null: none is given. */
  value: number | null;
  min: number;
  max: number;
  /** What the arrow keys add; 1 when not said. */
  step?: number;
  /** Decimals that are shown; 2 when not said. */
  decimals?: number;
  unit?: string;
  /** Whether it may be left empty. */
  optional?: boolean;
  /** Stands in the empty field. */
  placeholder?: string;
  disabled?: boolean;
  onChange: (value: number | null) => void;
}

/** Figures that are typed over: plain digits, without groups. */
const shown = (value: number | null, decimals: number): string =>
  value === null ? '' : String(Number(value.toFixed(decimals)));

/**
 * A number with its range. What is typed stays as it was typed, also when it is refused; it counts when the field is left, by
 * Enter, or by the arrow keys. Digits of any script and decimal commas are read.
 */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { label, value, min, max, step = 1, decimals = 2, unit, optional = false, onChange } = props;
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [value]);
  const read = typed === null ? value : numberOf(typed);
  const empty = typed?.trim() === '';
  const fault =
    typed === null || (empty && optional)
      ? null
      : read === null
        ? text('planner.notNumber', { field: label, value: typed })
        : read < min || read > max
          ? text('planner.outOfRange', {
              field: label,
              value: typed,
              min: figures.amount(min, undefined, 6),
              max: figures.amount(max, undefined, 6),
            })
          : null;
  const settle = (): void => {
    if (typed === null || fault !== null) return;
    if (empty) {
      if (value !== null) onChange(null);
    } else if (read !== null && read !== value) onChange(read);
    setTyped(null);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') settle();
    const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0;
    if (by === 0 || read === null) return;
    event.preventDefault();
    const next = Math.min(max, Math.max(min, Number((read + by).toFixed(decimals + 2))));
    if (next !== value) onChange(next);
  };
  return (
    <div className="planner-field ey-stack">
      <label htmlFor={id}>
        {label}
        {unit ? <span className="ey-muted"> ({unit})</span> : null}
      </label>
      <Input
        id={id}
        size="small"
        inputMode="decimal"
        autoComplete="off"
        className="planner-number"
        disabled={props.disabled ?? false}
        value={typed ?? shown(value, decimals)}
        placeholder={props.placeholder}
        status={fault === null ? '' : 'error'}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={press}
      />
      {fault === null ? null : (
        <span id={`${id}-fault`} role="alert" className="planner-fault">
          {fault}
        </span>
      )}
    </div>
  );
}
