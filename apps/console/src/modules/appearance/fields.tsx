import type { AppearanceFault } from '@eyrie/domain';
import { Button, Input, InputNumber } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  fault?: AppearanceFault | undefined;
  children: (ids: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

/** Label, input, and under it the fault or the hint, tied together for screen readers. */
export function Field({ label, hint, fault, children }: FieldProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <div className="look-field ey-grid ey-gap-4">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': fault !== undefined })}
      <span
        id={`${id}-note`}
        className={fault ? 'look-fault' : 'look-hint'}
        role={fault ? 'alert' : undefined}
      >
        {fault ? text(`issue.${fault.rule}` as 'issue.required', { field: label, ...fault.values }) : hint}
      </span>
    </div>
  );
}

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string;
  max: number;
  /** Written from left to right in every language: addresses, colours. */
  latin?: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
}

export function TextField({ value, max, latin, disabled, onChange, ...field }: TextFieldProps): ReactNode {
  return (
    <Field {...field}>
      {(ids) => (
        <Input
          {...ids}
          value={value}
          count={{ show: true, max: max }}
          disabled={disabled}
          status={field.fault ? 'error' : ''}
          {...(latin ? { dir: 'ltr' } : {})}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface NumberFieldProps extends Omit<FieldProps, 'children'> {
  value: number | null;
  step: number;
  disabled: boolean;
  onChange: (value: number | null) => void;
}

export function NumberField({ value, step, disabled, onChange, ...field }: NumberFieldProps): ReactNode {
  return (
    <Field {...field}>
      {(ids) => (
        <InputNumber
          {...ids}
          value={value}
          step={step}
          disabled={disabled}
          status={field.fault ? 'error' : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      )}
    </Field>
  );
}

export interface ColourFieldProps extends Omit<FieldProps, 'children'> {
  value: string | null;
  /** What holds while none is chosen. */
  own: string;
  disabled: boolean;
  onChange: (value: string | null) => void;
}

/** A colour by the browser's own chooser or by its figures; and back to the theme's. */
export function ColourField({ value, own, disabled, onChange, ...field }: ColourFieldProps): ReactNode {
  const text = useText();
  return (
    <Field {...field}>
      {(ids) => (
        <div className="look-colour">
          <input
            type="color"
            aria-label={text('appearance.choose', { name: field.label })}
            value={/^#[0-9a-f]{6}$/i.test(value ?? '') ? (value ?? own) : own}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
          />
          <Input
            {...ids}
            dir="ltr"
            value={value ?? ''}
            placeholder={text('appearance.ofTheme')}
            count={{ max: 7 }}
            disabled={disabled}
            status={field.fault ? 'error' : ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          />
          <Button
            disabled={disabled || value === null}
            title={value === null ? text('appearance.ofTheme') : undefined}
            onClick={() => onChange(null)}
          >
            {text('app.reset')}
          </Button>
        </div>
      )}
    </Field>
  );
}
