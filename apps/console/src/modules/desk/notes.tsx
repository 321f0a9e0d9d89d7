import { deskCalls, limits, type DeskNote } from '@eyrie/domain';
import { Button, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useAcknowledge, useLeaveNote, type DeskNow } from './desk.queries.ts';

const { noteMost } = limits.desk;

function Note({ note }: { note: DeskNote }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { mutate, isPending } = useAcknowledge();
  const from = { name: note.by, time: figures.time(note.at) };
  return (
    <li>
      <p className="desk-note">
        <bdi>{note.text}</bdi>
      </p>
      <p className="desk-hint">
        {text('desk.by', from)} · <bdi>{note.groupName}</bdi> ·{' '}
        {note.acknowledgedBy === null
          ? text('desk.waits')
          : text('desk.taken', { name: note.acknowledgedBy, time: figures.time(note.acknowledgedAt) })}
      </p>
      <Allowed call={deskCalls.acknowledge} record={note}>
        <Button
          size="small"
          loading={isPending}
          aria-label={text('desk.acknowledgeNamed', from)}
          onClick={() =>
            mutate(note.oid, { onSuccess: () => showToast('success', text('desk.acknowledged')) })
          }
        >
          {text('desk.acknowledge')}
        </Button>
      </Allowed>
    </li>
  );
}

/** What is being written outlives a look at another page, for the member who writes it. */
const drafts = new Map<string, string>();

function Write(): ReactNode {
  const text = useText();
  const id = useId();
  const member = useSession((session) => session.user?.oid ?? '');
  const [written, setWritten] = useState(() => drafts.get(member) ?? '');
  const { mutate, isPending } = useLeaveNote();
  const tooLong = written.length > noteMost;
  const write = (next: string): void => {
    drafts.set(member, next);
    setWritten(next);
  };
  const leave = (): void =>
    mutate(written, {
      onSuccess: () => {
        write('');
        showToast('success', text('desk.saved'));
      },
    });
  return (
    <>
      <Form.Item
        label={text('desk.write')}
        htmlFor={id}
        layout="vertical"
        extra={text('desk.writeHint')}
        validateStatus={tooLong ? 'error' : ''}
        help={tooLong ? text('issue.tooLong', { field: text('desk.write'), max: noteMost }) : null}
      >
        <Input.TextArea
          id={id}
          rows={2}
          count={{ show: true, max: noteMost }}
          value={written}
          onChange={({ target }) => write(target.value)}
        />
      </Form.Item>
      <Button loading={isPending} disabled={written.trim() === '' || tooLong} onClick={leave}>
        {text('desk.save')}
      </Button>
    </>
  );
}

/** What one shift leaves to the next: notes that wait first, then those that were taken over. */
export function Notes({ notes: { open, openMore, past } }: { notes: DeskNow['notes'] }): ReactNode {
  const text = useText();
  return (
    <section aria-labelledby="desk-notes">
      <h3 id="desk-notes">{text('desk.notes')}</h3>
      {open.length === 0 ? (
        <p className="desk-hint">{text('desk.noNotes')}</p>
      ) : (
        <ul className="desk-list">
          {open.map((note) => (
            <Note key={note.oid} note={note} />
          ))}
        </ul>
      )}
      {openMore ? <p className="desk-hint">{text('desk.more')}</p> : null}
      <Allowed call={deskCalls.note}>
        <Write />
      </Allowed>
      {past.length > 0 ? (
        <details>
          <summary>{text('desk.past')}</summary>
          <ul className="desk-list">
            {past.map((note) => (
              <Note key={note.oid} note={note} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
