import { formFields, type CallDeclaration, type FormField } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText, type TextOf, type TextValues } from '../text.tsx';

/** A phrase, with the values that stand in it. */
export type Said = PhraseId | readonly [PhraseId, TextValues];
export const say = (text: TextOf, said: Said, values: TextValues = {}): string =>
  typeof said === 'string' ? text(said, values) : text(said[0], { ...values, ...said[1] });

/** What a form calls its field. Kind, limits and whether it is required come from the request of the call. */
export interface FieldWords {
  label: PhraseId;
  /** Said under the field. */
  hint?: Said;
  /** Codes and accounts are written from the left in every language. */
  dir?: 'ltr' | 'auto';
  /** To be given although the call, which also edits, does without. */
  required?: boolean;
  /** The same, while this holds of what was typed. */
  requiredIf?: (values: Readonly<Record<string, unknown>>) => boolean;
  /** What else has to hold, beside the request of the call. */
  check?: (value: FieldValue, start: FieldValue) => Said | null;
  /** What is sent of it, where that is not what was typed. */
  sends?: (value: FieldValue) => unknown;
  /** Sent also where only this field was changed. */
  sentWith?: string;
  /** Drawn by the room, such as a choice whose options are asked for. */
  field?: (field: OwnField) => ReactNode;
  /** Asked for only while this holds; given what was typed and what the record says. */
  fits?: (values: Readonly<Record<string, unknown>>) => boolean;
  /** Stands in the field of that name, which draws both. */
  drawnWith?: string;
  /** Characters, where the organisation allows fewer than the call. */
  max?: number;
  /** Text of several lines. */
  lines?: number;
  /** Begins the phrases of the options of a choice. */
  options?: string;
}

export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  /** Parts of a field that the room draws, such as a text in each language. */
  | Readonly<Record<string, string>>
  /** Lines of several parts, such as the parts that were used. */
  | readonly Readonly<Record<string, string | number>>[];
export type Values = Readonly<Record<string, FieldValue>>;

/** What a field that the room draws is given. */
export interface OwnField {
  id: string;
  value: FieldValue;
  /** All that was typed so far. */
  values: Values;
  onChange: (value: FieldValue) => void;
  /** Several at once, where it draws those of others too. */
  change: (values: Values) => void;
}

/** A field of the request, or one that the room draws. */
export type AskedField = FormField | { kind: 'own'; name: string; required: boolean };

export const askedFields = (
  call: CallDeclaration,
  words: Readonly<Record<string, FieldWords>>,
): AskedField[] =>
  Object.entries(words).flatMap(([name, { field, required = false }]): AskedField[] =>
    field ? [{ kind: 'own', name, required }] : formFields(call, [name]),
  );

/** What is sent of a field; undefined: nothing. An edit sends an emptied text: it is to be empty then. */
export const sentOf = (
  field: AskedField,
  { sends }: FieldWords,
  value: FieldValue | undefined,
  editing: boolean,
): unknown => {
  if (sends) return sends(value ?? null);
  if (field.kind === 'fixed') return field.value;
  if (field.kind === 'own' && editing) return value;
  if (field.kind === 'text' && editing) return value;
  return value === null || value === '' ? undefined : value;
};

interface InputProps {
  id: string;
  field: AskedField;
  words: FieldWords;
  values: Values;
  first: boolean;
  onChange: (value: FieldValue) => void;
  change: (values: Values) => void;
}

/** Nothing is cut: what is too long stays, and its counter says by how much. */
export function FieldInput({ id, field, words, values, first, onChange, change }: InputProps): ReactNode {
  const text = useText();
  const value = values[field.name];
  const focus = first ? { 'data-autofocus': true } : {};
  const max = field.kind === 'text' ? (words.max ?? field.max) : null;
  const shared = {
    id,
    ...focus,
    value: typeof value === 'string' ? value : '',
    ...(words.dir ? { dir: words.dir } : {}),
    autoComplete: 'off',
    ...(max === null ? {} : { count: { show: true, max } }),
  };
  switch (field.kind) {
    case 'text':
      return words.lines ? (
        <Input.TextArea {...shared} rows={words.lines} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <Input {...shared} onChange={({ target }) => onChange(target.value)} />
      );
    case 'number':
      return (
        <InputNumber
          id={id}
          {...focus}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          value={typeof value === 'string' && value !== '' ? value : null}
          options={field.options.map((one) => ({
            value: one,
            label: text(`${words.options ?? words.label}.${one}` as PhraseId),
          }))}
          onChange={(next: string) => onChange(next)}
        />
      );
    case 'flag':
      return (
        <Checkbox id={id} checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          {text(words.label)}
        </Checkbox>
      );
    case 'own':
      return words.field?.({ id, value: value ?? null, values, onChange, change });
    default:
      return null;
  }
}
