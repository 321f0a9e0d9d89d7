import { CallRefused } from '@eyrie/client';
import { fieldFits, formFields, type CallDeclaration, type FormField } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { issuesIn } from '../field-issues.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useFormDraft } from '../form-draft.ts';
import { call as send, showFailure } from '../http.ts';
import { useReadVersion } from '../read-version.ts';
import { useText, type TextOf } from '../text.tsx';
import { showToast } from '../toasts.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { isHeldBack } from './refused.ts';
import type { BeginAction, ListRow, ListTools } from './room.ts';

/** What a form calls its field. Kind, limits and whether it is required come from the request of the call. */
export interface FieldWords {
  label: PhraseId;
  /** Text of several lines. */
  lines?: number;
  /** Begins the phrases of the options of a choice. */
  options?: string;
}

/** A form as its room declares it: its fields in their order. */
export interface RecordFormRoom {
  /** The business word under which answers are kept; they are asked for again after a save. */
  word: string;
  fields: Readonly<Record<string, FieldWords>>;
  saved: PhraseId;
}

type Values = Record<string, string | number | boolean | null>;

/** What is sent of a field; undefined: nothing. An edit sends an emptied text: it is to be empty then. */
const sentOf = (field: FormField, value: Values[string] | undefined, editing: boolean): unknown => {
  if (field.kind === 'fixed') return field.value;
  if (field.kind === 'text' && editing) return value;
  return value === null || value === '' ? undefined : value;
};

/** Why a field cannot be sent as it stands, with its limit; null: it can. */
const faultOf = (
  text: TextOf,
  call: CallDeclaration,
  field: FormField,
  sent: unknown,
  label: string,
): string | null => {
  if (fieldFits(call, field.name, sent)) return null;
  if (sent === undefined || (typeof sent === 'string' && sent.trim() === ''))
    return text('issue.required', { field: label });
  if (field.kind === 'text' && field.max !== null && typeof sent === 'string' && sent.length > field.max)
    return text('issue.tooLong', { field: label, max: field.max });
  if (field.kind === 'number' && typeof sent === 'number') {
    if (field.min !== null && sent < field.min) return text('issue.min', { field: label, min: field.min });
    if (field.max !== null && sent > field.max) return text('issue.max', { field: label, max: field.max });
    if (field.whole && !Number.isInteger(sent)) return text('issue.integer', { field: label });
  }
  return text('issue.format', { field: label });
};

interface InputProps {
  id: string;
  field: FormField;
  words: FieldWords;
  value: Values[string] | undefined;
  first: boolean;
  onChange: (value: Values[string]) => void;
}

/** Nothing is cut: what is too long stays, and its counter says by how much. */
function FieldInput({ id, field, words, value, first, onChange }: InputProps): ReactNode {
  const text = useText();
  const focus = first ? { 'data-autofocus': true } : {};
  const max = field.kind === 'text' ? field.max : null;
  const shared = {
    id,
    ...focus,
    value: String(value ?? ''),
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
    default:
      return null;
  }
}

export interface RecordFormProps {
  form: RecordFormRoom;
  title: PhraseId;
  /** The call that adds or edits; an edit is sent with the oid and the version that were read. */
  call: CallDeclaration;
  /** The record to change; none to add one. */
  record?: ListRow & { version?: number | undefined };
  onClose: () => void;
}

/** Values, faults and the save of a form. */
const useRecordForm = ({ form, call, record, onClose }: RecordFormProps) => {
  const text = useText();
  const client = useQueryClient();
  const editing = record !== undefined;
  const fields = formFields(call, Object.keys(form.fields));
  const draft = useFormDraft<Values>(() =>
    Object.fromEntries(
      fields.map(({ name, kind }) => {
        const stored = record ? Reflect.get(record, name) : undefined;
        const begun = kind === 'text' ? '' : kind === 'flag' ? false : null;
        return [name, (stored as Values[string] | undefined) ?? begun];
      }),
    ),
  );
  const labels = Object.fromEntries(Object.entries(form.fields).map(([name, { label }]) => [name, label]));
  const { read, stopped } = useReadVersion(record?.version, labels);
  const [heldBack, setHeldBack] = useState<CallRefused | null>(null);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending } = useMutation({
    mutationFn: (request: object) => send(call, request, { toast: false }),
    onSuccess: () => {
      showToast('success', text(form.saved));
      onClose();
    },
    onError: (error) => {
      if (stopped(error)) return;
      if (isHeldBack(error)) {
        setHeldBack(error);
        return;
      }
      const issues = error instanceof CallRefused ? issuesIn(error.data) : [];
      const own = issues.filter(({ path }) => Object.hasOwn(form.fields, path));
      if (own.length === 0) showFailure(error);
      setRefused(Object.fromEntries(own.map(({ path, message }) => [path, message])));
    },
    // After a refusal too: what somebody else changed meanwhile is then in sight.
    onSettled: () => client.invalidateQueries({ queryKey: [form.word] }),
  });
  const { fields: values, start, change } = draft;
  const faults = Object.fromEntries(
    fields.flatMap((field) => {
      const label = text(form.fields[field.name]?.label ?? form.saved);
      const fault = faultOf(text, call, field, sentOf(field, values[field.name], editing), label);
      return fault === null ? [] : [[field.name, fault]];
    }),
  );
  const submit = (): void => {
    const changed = fields.filter(({ name }) => !record || values[name] !== start[name]);
    const sent = Object.fromEntries(
      changed.map((field) => [field.name, sentOf(field, values[field.name], editing)]),
    );
    mutate(record ? { oid: record.oid, ...read, ...sent } : sent);
  };
  return {
    fields,
    values,
    /** What is wrong with a field once something was typed into it, or as the server said. */
    faultAt: (name: string): string | null =>
      refused[name] ?? (values[name] === start[name] ? null : (faults[name] ?? null)),
    set: (name: string, value: Values[string]): void => {
      change({ [name]: value });
      setRefused(({ [name]: _gone, ...rest }) => rest);
    },
    notAllowed: heldBack ? (
      <RefusedDialog what="editing" error={heldBack} onClose={() => setHeldBack(null)} />
    ) : null,
    dialog: {
      unsaved: draft.unsaved,
      ready: Object.keys(faults).length === 0 && (!record || draft.unsaved),
      why: Object.values(faults)[0],
      busy: isPending,
      onSubmit: submit,
    },
  };
};

/**
 * The form of a record, made of the request of its call: limits are said before they bite, what the server refuses
 * stands beside its field, and what was typed stays until it is saved or given up.
 */
export function RecordForm(props: RecordFormProps): ReactNode {
  const { form, title, call, record, onClose } = props;
  const text = useText();
  const id = useId();
  const { fields, values, faultAt, set, notAllowed, dialog } = useRecordForm(props);
  const asked = fields.filter(({ kind }) => kind !== 'fixed');
  return (
    <FormDialog title={text(title)} onClose={onClose} {...dialog}>
      {asked.map((field, at) => {
        const words = form.fields[field.name];
        if (!words) return null;
        const fault = faultAt(field.name);
        return (
          <Form.Item
            key={field.name}
            {...(field.kind === 'flag' ? {} : { label: text(words.label) })}
            htmlFor={`${id}${field.name}`}
            required={record ? field.kind === 'text' && !fieldFits(call, field.name, '') : field.required}
            {...(fault ? { validateStatus: 'error', help: <span role="alert">{fault}</span> } : {})}
          >
            <FieldInput
              id={`${id}${field.name}`}
              first={at === 0}
              {...{ field, words }}
              value={values[field.name]}
              onChange={(value) => set(field.name, value)}
            />
          </Form.Item>
        );
      })}
      {notAllowed}
    </FormDialog>
  );
}

/**
 * The first step of a list whose records are added by a form.
 * @public for rooms that `npm run new-room` writes
 */
export const addBy = (form: RecordFormRoom, call: CallDeclaration, title: PhraseId): BeginAction => ({
  icon: 'plus',
  label: title,
  call,
  run: ({ dialog }) =>
    dialog({
      title,
      bare: true,
      content: (onClose) => <RecordForm {...{ form, call, title, onClose }} />,
    }),
});

type Versioned = ListRow & { version?: number | undefined };

/** The action of a record that is changed by a form. */
export const editBy = (form: RecordFormRoom, call: CallDeclaration, title: PhraseId) => ({
  icon: 'edit' as const,
  label: title,
  call,
  run: (record: Versioned, { dialog }: Pick<ListTools<never>, 'dialog'>): void =>
    dialog({
      title,
      bare: true,
      content: (onClose) => <RecordForm {...{ form, call, title, record, onClose }} />,
    }),
});
