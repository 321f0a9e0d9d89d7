import { checklistQuestions, limits, organisationCalls, type OrganisationRecord } from '@eyrie/domain';
import { Skeleton } from '@eyrie/ui';
import { Button, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { showFailure } from '../../platform/http.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useOrganisation, useOrganisationEdit } from './organisation.queries.ts';
import './organisation.css';

const { questions: most, question: longest } = limits.checklist;
const linesOf = (questions: readonly string[]): string => questions.join('\n');
const questionsIn = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function Questions({ record }: { record: OrganisationRecord }): ReactNode {
  const text = useText();
  const id = useId();
  const newest = linesOf(record.checklist);
  // What the member began from; what others change meanwhile is met when saving.
  const [before, setBefore] = useState(newest);
  const [draft, setDraft] = useState(newest);
  const edit = useOrganisationEdit();
  const may = useMay(organisationCalls.edit, record);
  const questions = questionsIn(draft);
  const unsaved = linesOf(questions) !== before;
  const fits = checklistQuestions.safeParse(questions).success;
  useUnsaved(unsaved);
  if (!unsaved && newest !== before) {
    setBefore(newest);
    setDraft(newest);
  }
  const save = (): void => {
    if (!unsaved || !fits || edit.isPending) return;
    edit.mutate(
      { checklist: questions, before: { checklist: questionsIn(before) } },
      {
        onSuccess: (saved) => {
          setBefore(linesOf(saved.checklist));
          setDraft(linesOf(saved.checklist));
          showToast('success', text('organisation.saved'));
        },
        onError: showFailure,
      },
    );
  };
  return (
    <Form layout="vertical" disabled={!may} onFinish={save}>
      <Form.Item
        label={text('organisation.checklistQuestions')}
        htmlFor={id}
        validateStatus={fits ? '' : 'error'}
        help={fits ? undefined : text('organisation.checklistFault', { most, longest })}
      >
        <Input.TextArea
          id={id}
          dir="auto"
          autoSize={{ minRows: 4, maxRows: most }}
          aria-invalid={!fits}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
        />
      </Form.Item>
      <Allowed call={organisationCalls.edit} record={record}>
        <Button type="primary" htmlType="submit" disabled={!unsaved || !fits} loading={edit.isPending}>
          {text('checklist.saveQuestions')}
        </Button>
      </Allowed>
    </Form>
  );
}

/** What the organisation asks before a flight that a person arranged. */
export function ChecklistForm(): ReactNode {
  const text = useText();
  const id = useId();
  const { data } = useOrganisation();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{text('organisation.checklist')}</h2>
      <p className="organisation-hint">{text('organisation.checklistHint')}</p>
      {data ? <Questions key={data.oid} record={data} /> : <Skeleton />}
    </section>
  );
}
