import { CallRefused } from '@eyrie/client';
import { fieldFits, type CallDeclaration, type RefusalReason, type ResponseOf } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { FieldLabels } from '../changes-since.ts';
import { issuesIn } from '../field-issues.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useFormDraft } from '../form-draft.ts';
import { call as send, showFailure } from '../http.ts';
import { useReadVersion } from '../read-version.ts';
import { useText } from '../text.tsx';
import { showToast } from '../toasts.ts';
import { RecordHistory } from './record-history.tsx';
import { faultOf } from './field-fault.ts';
import { askedFields, FieldInput, say, sentOf } from './record-form-field.tsx';
import type { FieldValue, FieldWords, Said, Values } from './record-form-field.tsx';
import { RefusedDialog } from '../refused-dialog.tsx';
import { isHeldBack } from '../refused.ts';
import type { BeginAction, ListRow, ListTools } from './room.ts';
import { renewList } from './use-list.ts';

/** A form as its room declares it: its fields in their order. */
export interface RecordFormRoom {
  /** The business word under which answers are kept; they are asked for again after a save. */
  word: string;
  /** Words of other lists that show what is changed here. */
  also?: readonly string[];
  fields: Readonly<Record<string, FieldWords>>;
  /** Said with the `name` that was given; nothing where what follows the save says it. */
  saved?: PhraseId;
  /** Refusals that are about one field: each reason with its field. */
  refusals?: Readonly<Partial<Record<RefusalReason, string>>>;
  /** Lists who changed the record and when. */
  history?: CallDeclaration;
  /** What fields are called in the history that stand in no form. */
  labels?: FieldLabels;
}

type Versioned = ListRow & { version?: number | undefined };

export interface RecordFormProps<Call extends CallDeclaration = CallDeclaration> {
  form: RecordFormRoom;
  title: Said;
  /** The call that adds or edits; an edit is sent with the oid and the version that were read. */
  call: Call;
  /** The record to change; none to add one. */
  record?: Versioned;
  /** What fields begin with, where that is not what the record says. */
  begun?: Values;
  /** Sent beside what is typed. */
  fixed?: object;
  /** What the main button says. */
  verb?: PhraseId;
  /** Stands above the fields. */
  before?: ReactNode;
  onClose: () => void;
  /** What follows the save; without it the form closes. */
  onSaved?: (answer: ResponseOf<Call>) => void;
}

const labelsOf = ({ fields, labels }: RecordFormRoom): FieldLabels => ({
  ...labels,
  ...Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
});

const mustHave = ({ required = false, requiredIf }: FieldWords, values: Values): boolean =>
  required || (requiredIf?.(values) ?? false);

/** The field that a refusal is about. */
const fieldOf = ({ refusals = {} }: RecordFormRoom, error: unknown): string | undefined =>
  error instanceof CallRefused
    ? Object.entries(refusals).find(([reason]) => reason === error.reason)?.[1]
    : undefined;

/** Values, faults and the save of a form. */
const useRecordForm = ({ form, call, record, begun, fixed, onClose, onSaved }: RecordFormProps) => {
  const text = useText();
  const client = useQueryClient();
  const editing = record !== undefined;
  const wordsOf = (name: string): FieldWords => form.fields[name] ?? { label: 'app.save' };
  const every = askedFields(call, form.fields);
  const draft = useFormDraft<Values>(() =>
    Object.fromEntries(
      every.map(({ name, kind }) => {
        const stored = (begun?.[name] ?? Reflect.get(record ?? {}, name)) as FieldValue | undefined;
        return [name, stored ?? (kind === 'text' ? '' : kind === 'flag' ? false : null)];
      }),
    ),
  );
  const labels = labelsOf(form);
  const { read, stopped } = useReadVersion(record?.version, labels);
  const [heldBack, setHeldBack] = useState<CallRefused | null>(null);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending } = useMutation({
    mutationFn: (request: object) => send(call, request, { toast: false }),
    onSuccess: (answer) => {
      const { name } = draft.fields;
      if (form.saved)
        showToast('success', text(form.saved, { name: typeof name === 'string' ? name.trim() : '' }));
      if (onSaved) onSaved(answer);
      else onClose();
    },
    onError: (error) => {
      if (stopped(error)) return;
      const about = fieldOf(form, error);
      if (about !== undefined) {
        setRefused({ [about]: error.message });
        return;
      }
      if (isHeldBack(error)) {
        setHeldBack(error);
        return;
      }
      const issues = error instanceof CallRefused ? issuesIn(error.data) : [];
      // What is wrong with a part of a field stands beside the field.
      const own = issues
        .map(({ path, message }) => [path.split('.')[0] ?? path, message] as const)
        .filter(([name]) => Object.hasOwn(form.fields, name));
      if (own.length === 0) showFailure(error);
      setRefused(Object.fromEntries(own));
    },
    // After a refusal too: what somebody else changed meanwhile is then in sight.
    onSettled: () => void renewList(client, form),
  });
  const { fields: values, start, change } = draft;
  const fields = every.filter(({ name }) => wordsOf(name).fits?.({ ...record, ...values }) ?? true);
  const faults = Object.fromEntries(
    fields.flatMap((field) => {
      const words = wordsOf(field.name);
      const value = values[field.name] ?? null;
      const wrong = words.check?.(value, start[field.name] ?? null);
      const fault = wrong
        ? say(text, wrong, { field: text(words.label) })
        : faultOf(text, call, field, sentOf(field, words, value, editing), {
            ...words,
            required: mustHave(words, values),
          });
      return fault === null ? [] : [[field.name, fault]];
    }),
  );
  const submit = (): void => {
    const isChanged = (name: string): boolean => JSON.stringify(values[name]) !== JSON.stringify(start[name]);
    const changed = fields.filter(
      ({ name }) => !record || isChanged(name) || isChanged(wordsOf(name).sentWith ?? name),
    );
    const sent = Object.fromEntries(
      changed.map((field) => [field.name, sentOf(field, wordsOf(field.name), values[field.name], editing)]),
    );
    mutate(record ? { oid: record.oid, ...read, ...fixed, ...sent } : { ...fixed, ...sent });
  };
  return {
    fields,
    values,
    /** What is wrong with a field once something was typed into it, or as the server said. */
    faultAt: (name: string): string | null =>
      refused[name] ?? (values[name] === start[name] ? null : (faults[name] ?? null)),
    set: (changed: Values): void => {
      change(changed);
      setRefused((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(changed, name))),
      );
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
export function RecordForm<Call extends CallDeclaration>(props: RecordFormProps<Call>): ReactNode {
  const { form, title, call, record, verb, before, onClose } = props;
  const text = useText();
  const id = useId();
  const { fields, values, faultAt, set, notAllowed, dialog } = useRecordForm(props);
  const withinOf = (name: string): string | undefined => form.fields[name]?.drawnWith;
  const asked = fields.filter(({ kind, name }) => kind !== 'fixed' && withinOf(name) === undefined);
  return (
    <FormDialog
      title={say(text, title)}
      {...(verb ? { verb: text(verb) } : {})}
      onClose={onClose}
      {...dialog}
    >
      {before}
      {asked.map((field, at) => {
        const words = form.fields[field.name];
        if (!words) return null;
        const parts = fields.filter(({ name }) => name === field.name || withinOf(name) === field.name);
        const fault = parts.map(({ name }) => faultAt(name)).find((one) => one !== null);
        return (
          <Form.Item
            key={field.name}
            {...(field.kind === 'flag' ? {} : { label: text(words.label) })}
            htmlFor={`${id}${field.name}`}
            extra={words.hint ? say(text, words.hint) : undefined}
            required={
              (words.requiredIf ? words.requiredIf(values) : words.required) ??
              (record ? field.kind === 'text' && !fieldFits(call, field.name, '') : field.required)
            }
            {...(fault ? { validateStatus: 'error', help: <span role="alert">{fault}</span> } : {})}
          >
            <FieldInput
              id={`${id}${field.name}`}
              first={at === 0}
              {...{ field, words, values }}
              onChange={(value) => set({ [field.name]: value })}
              change={set}
            />
          </Form.Item>
        );
      })}
      {record && form.history ? (
        <RecordHistory word={form.word} history={form.history} labels={labelsOf(form)} oid={record.oid} />
      ) : null}
      {notAllowed}
    </FormDialog>
  );
}

interface Added {
  /** What its fields hold at first. */
  begun?: Values;
  /** Sent beside what is typed. */
  fixed?: object;
  /** Called with the answer once the form has closed. */
  onSaved?: (answer: unknown) => void;
}

/** The first step of a list whose records are added by a form. */
export const addBy = (
  form: RecordFormRoom,
  call: CallDeclaration,
  title: PhraseId,
  { begun, fixed = {}, onSaved }: Added = {},
): BeginAction => ({
  icon: 'plus',
  label: title,
  call,
  run: ({ dialog }) =>
    dialog({
      title,
      bare: true,
      content: (onClose) => {
        const close = (answer: unknown): void => {
          onClose();
          onSaved?.(answer);
        };
        return <RecordForm {...{ form, call, title, begun, fixed, onClose }} onSaved={close} />;
      },
    }),
});

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

/** The action that deletes a record, once its reader has confirmed it. @param words.because why it cannot be */
export const removeBy = (call: CallDeclaration, words: { label?: PhraseId; because?: PhraseId } = {}) => ({
  icon: 'trash' as const,
  label: 'app.delete' as PhraseId,
  danger: true,
  call,
  run: <Row,>(row: Row, { remove }: { remove: (row: Row) => void }): void => remove(row),
  ...words,
});
