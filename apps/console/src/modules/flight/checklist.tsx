import {
  checklistCalls,
  checklistReplies,
  limits,
  type ChecklistReply,
  type FlightChecklist,
} from '@eyrie/domain';
import { Button, Input, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useChecklist, useChecklistAnswer } from './checklist.queries.ts';
import './flight.css';

const { note: longest, holdsFor } = limits.checklist;
interface Reply {
  answer: ChecklistReply | null;
  note: string;
}
type Replies = Readonly<Record<string, Reply>>;
const unanswered: Reply = { answer: null, note: '' };

/** As it was answered before, so that whoever answers again changes what has changed. */
const repliesOf = ({ answered }: FlightChecklist): Replies =>
  Object.fromEntries(
    (answered?.answers ?? []).map(({ question, answer, note }) => [question, { answer, note }]),
  );

function Question({
  question,
  reply,
  onChange,
}: {
  question: string;
  reply: Reply;
  onChange: (reply: Reply) => void;
}): ReactNode {
  const text = useText();
  return (
    <fieldset className="form-field">
      <legend>
        <bdi>{question}</bdi>
      </legend>
      <Radio.Group
        name={question}
        value={reply.answer}
        options={checklistReplies.map((value) => ({ value, label: text(`checklist.${value}`) }))}
        onChange={({ target }) => onChange({ ...reply, answer: target.value as ChecklistReply })}
      />
      {reply.answer === null || reply.answer === 'yes' ? null : (
        <Input
          dir="auto"
          aria-label={text('checklist.note', { question })}
          placeholder={text('checklist.note', { question: '' })}
          value={reply.note}
          count={{ show: true, max: longest }}
          onChange={({ target }) => onChange({ ...reply, note: target.value })}
        />
      )}
    </fieldset>
  );
}

function Answers({ list }: { list: FlightChecklist }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { answered } = list;
  if (answered === null) return null;
  return (
    <p className="flight-none">
      {text('checklist.answeredBy', { name: answered.by, time: figures.time(answered.at) })}
    </p>
  );
}

function Form({ list }: { list: FlightChecklist }): ReactNode {
  const text = useText();
  const [replies, setReplies] = useState(() => repliesOf(list));
  const [touched, setTouched] = useState(false);
  const { mutate, isPending } = useChecklistAnswer();
  useUnsaved(touched);
  const replyTo = (question: string): Reply => replies[question] ?? unanswered;
  const answers = list.questions.flatMap((question) => {
    const { answer, note } = replyTo(question);
    return answer === null ? [] : [{ question, answer, note }];
  });
  const ready =
    answers.length === list.questions.length && answers.every(({ note }) => [...note].length <= longest);
  const save = (): void => {
    if (!ready || isPending) return;
    mutate(
      { oid: list.flightOID, answers },
      {
        onSuccess: () => {
          setTouched(false);
          showToast('success', text('checklist.saved'));
        },
        onError: showFailure,
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {list.questions.map((question) => (
        <Question
          key={question}
          question={question}
          reply={replyTo(question)}
          onChange={(reply) => {
            setTouched(true);
            setReplies((before) => ({ ...before, [question]: reply }));
          }}
        />
      ))}
      <p className="flight-none">{text('checklist.holds', { hours: holdsFor / 3_600_000 })}</p>
      <Allowed call={checklistCalls.answer}>
        <Button htmlType="submit" disabled={!ready} loading={isPending}>
          {text('checklist.save')}
        </Button>
      </Allowed>
    </form>
  );
}

/** Asks what the organisation wants to know before a flight that waits; nothing where it asks nothing. */
export function Checklist({ flightOID }: { flightOID: string }): ReactNode {
  const text = useText();
  const { data, error } = useChecklist(flightOID);
  if (error) return <p role="alert">{error.message}</p>;
  if (!data || data.questions.length === 0) return null;
  return (
    <section aria-label={text('checklist.title')}>
      <h3>{text('checklist.title')}</h3>
      <Answers list={data} />
      <Form key={data.questions.join('\n')} list={data} />
    </section>
  );
}

/** What was answered before a flight. */
export function AnsweredChecklist({ flightOID }: { flightOID: string }): ReactNode {
  const text = useText();
  const { data, error } = useChecklist(flightOID);
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <p className="flight-none">{text('app.loading')}</p>;
  if (data.answered === null) return <p className="flight-none">{text('checklist.none')}</p>;
  return (
    <>
      <Answers list={data} />
      <ol className="command-log">
        {data.answered.answers.map(({ question, answer, note }) => (
          <li key={question}>
            <bdi>{question}</bdi> <strong>{text(`checklist.${answer}`)}</strong>
            {note === '' ? null : <p className="flight-reason">{note}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}
