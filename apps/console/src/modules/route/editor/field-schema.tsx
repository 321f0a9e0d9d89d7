import type { PhraseId } from '@eyrie/phrases';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { ChoiceField } from './choice-field.tsx';
import { NumberField } from './number-field.tsx';

interface Common<Values> {
  readonly name: keyof Values & string;
  readonly label: PhraseId;
  /** Only shown while this holds. */
  readonly when?: (values: Values) => boolean;
}
interface NumberSpec<Values> extends Common<Values> {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly unit?: PhraseId;
  /** Said where it is left empty; without it a number is needed. */
  readonly none?: PhraseId;
  /** What is shown is this many times what is kept: a share as per cent. */
  readonly scale?: number;
}
interface ChoiceSpec<Values> extends Common<Values> {
  readonly kind: 'choice';
  readonly options: readonly string[];
  /** The phrase of an option is this and the option. */
  readonly words: string;
}
interface SwitchSpec<Values> extends Common<Values> {
  readonly kind: 'switch';
}
export type FieldSpec<Values> = NumberSpec<Values> | ChoiceSpec<Values> | SwitchSpec<Values>;

interface FieldProps<Values> {
  spec: FieldSpec<Values>;
  values: Values;
  onChange: (change: Partial<Values>) => void;
}

function Field<Values extends object>({ spec, values, onChange }: FieldProps<Values>): ReactNode {
  const text = useText();
  const value = values[spec.name] as unknown;
  const set = (next: unknown): void => onChange({ [spec.name]: next } as Partial<Values>);
  if (spec.kind === 'switch')
    return (
      <Checkbox checked={value === true} onChange={({ target }) => set(target.checked)}>
        {text(spec.label)}
      </Checkbox>
    );
  if (spec.kind === 'choice')
    return (
      <ChoiceField
        label={text(spec.label)}
        value={value as string}
        options={spec.options.map((one) => ({ value: one, label: text(`${spec.words}${one}` as PhraseId) }))}
        onChange={set}
      />
    );
  const scale = spec.scale ?? 1;
  return (
    <NumberField
      label={text(spec.label)}
      value={typeof value === 'number' ? value * scale : null}
      min={spec.min}
      max={spec.max}
      step={spec.step ?? 1}
      {...(spec.unit ? { unit: text(spec.unit) } : {})}
      {...(spec.none ? { optional: true, placeholder: text(spec.none) } : {})}
      onChange={(next) => {
        if (next !== null || spec.none) set(next === null ? null : next / scale);
      }}
    />
  );
}

export interface FieldsProps<Values> {
  specs: readonly FieldSpec<Values>[];
  values: Values;
  onChange: (change: Partial<Values>) => void;
}

/** Fields by their descriptions, each change a step of its own. */
export function SpecFields<Values extends object>({
  specs,
  values,
  onChange,
}: FieldsProps<Values>): ReactNode {
  return (
    <div className="planner-fields">
      {specs
        .filter(({ when }) => when?.(values) ?? true)
        .map((spec) => (
          <Field key={spec.name} spec={spec} values={values} onChange={onChange} />
        ))}
    </div>
  );
}
