import { taskCalls, type CalendarRun } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, DatePicker, TimePicker } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { RecordForm } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { clockOf, dateOf, dayOf, timeOf } from './picked-time.ts';
import { RunVerdict, useVerdict } from './run-verdict.tsx';
import { useRunMove } from './task.queries.ts';
import '../../platform/form-field.css';
import './task.css';

/** A run that is changed: which one, and when it comes on the clocks of its zone. */
export type ChangedRun = Pick<CalendarRun, 'taskOID' | 'taskName' | 'wall' | 'timeZone' | 'movedTo'>;

/** When a run comes now, on the clocks of its zone. */
export const comesAt = ({ movedTo, wall }: Pick<ChangedRun, 'wall' | 'movedTo'>): string => movedTo ?? wall;

/** Moves one run, by day and time; its conflicts stand there before it is saved. */
export function MoveRun({
  run,
  to: first,
  onClose,
}: {
  run: ChangedRun;
  /** Where it was dropped. */
  to?: string | undefined;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  const [firstDate = null, firstTime = null] = (first ?? comesAt(run)).split('T');
  const [date, setDate] = useState<string | null>(firstDate);
  const [time, setTime] = useState<string | null>(firstTime);
  const { taskOID: oid, wall } = run;
  const to = date === null || time === null ? null : `${date}T${time}`;
  const chosen = to === null || to === comesAt(run) ? null : { oid, wall, to };
  const verdict = useVerdict(chosen);
  const { mutate, isPending } = useRunMove();
  const despite = (verdict.found?.length ?? 0) > 0;
  const save = (): void => {
    if (!chosen) return;
    mutate(
      { ...chosen, despite },
      {
        onSuccess: () => {
          showToast('success', text('task.movedNow'));
          onClose();
        },
        onError: showFailure,
      },
    );
  };
  return (
    <Dialog
      open
      title={text('task.moveTitle', { name: run.taskName })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button type="primary" loading={isPending} disabled={!verdict.mayMove} onClick={save}>
            {text(despite ? 'task.moveDespite' : 'app.save')}
          </Button>
        </>
      }
    >
      <div className="form-field">
        <label htmlFor={id}>{text('task.moveTo')}</label>
        <div className="ey-flow ey-gap-12">
          <DatePicker
            id={id}
            allowClear={false}
            value={dayOf(date)}
            onChange={(day) => setDate(dateOf(day))}
          />
          <TimePicker
            aria-label={text('field.time')}
            allowClear={false}
            format="HH:mm"
            needConfirm={false}
            value={timeOf(time)}
            onChange={(day) => setTime(clockOf(day))}
          />
          <bdi>{run.timeZone}</bdi>
        </div>
      </div>
      <RunVerdict verdict={verdict} />
    </Dialog>
  );
}

/** Asks why one run does not come. */
export function CancelRun({ run, onClose }: { run: ChangedRun; onClose: () => void }): ReactNode {
  const time = comesAt(run).replace('T', ' ');
  return (
    <RecordForm
      form={{
        word: 'task',
        saved: 'task.runCancelledNow',
        fields: { reason: { label: 'field.reason', hint: 'task.cancelHint', required: true, lines: 2 } },
      }}
      title={['task.cancelRunTitle', { name: run.taskName, time }]}
      verb="task.cancelRunNow"
      call={taskCalls.cancelRun}
      fixed={{ oid: run.taskOID, wall: run.wall }}
      onClose={onClose}
    />
  );
}
