import { limits } from '@eyrie/domain';
import { Button, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { handled, useNote, type HandledKind } from './device-health.queries.ts';

interface Handled {
  oid: string;
  code: string;
  note: string | null;
  notedBy: string | null;
  notedAt: number | null;
  allowed: string[];
}

/** What was done about a row: who wrote it and when, and writing it. */
export function HandlingNote({ kind, record }: { kind: HandledKind; record: Handled }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const note = useNote(kind);
  const mayEdit = useMay(handled[kind].edit, record);
  const [written, setWritten] = useState(record.note ?? '');
  const unchanged = written.trim() === (record.note ?? '');
  // Saved, the record that comes again starts it afresh.
  useUnsaved(!unchanged && !note.isSuccess);
  const save = (): void =>
    note.mutate(
      { oid: record.oid, note: written },
      { onSuccess: () => showToast('success', text('deviceHealth.noteSaved')) },
    );
  return (
    <section className="handling">
      <h3 id={id}>{text('deviceHealth.note')}</h3>
      {record.notedBy !== null ? (
        <p className="handling-by">
          <bdi>
            {text('deviceHealth.notedBy', { name: record.notedBy, time: figures.time(record.notedAt) })}
          </bdi>
        </p>
      ) : null}
      {mayEdit ? (
        <>
          <Input.TextArea
            aria-labelledby={id}
            dir="auto"
            value={written}
            rows={3}
            count={{ show: true, max: limits.deviceHealth.noteMax }}
            placeholder={text('deviceHealth.noteHint')}
            onChange={(event) => setWritten(event.target.value)}
          />
          <Allowed call={handled[kind].edit} record={record}>
            <Button
              type="primary"
              loading={note.isPending}
              disabled={unchanged}
              title={unchanged ? text('app.unchanged') : undefined}
              onClick={save}
            >
              {text('app.save')}
            </Button>
          </Allowed>
        </>
      ) : (
        <p>{record.note ? <bdi>{record.note}</bdi> : text('deviceHealth.handled.no')}</p>
      )}
    </section>
  );
}
