import { limits, type TimerRecord } from '@eyrie/domain';
import { DataTable, loadStateOf, StateSymbol, type DataColumns } from '@eyrie/ui';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { useTimers } from './operation.queries.ts';

const units = [
  ['unit.hour', 3_600_000],
  ['unit.minute', 60_000],
  ['unit.second', 1_000],
] as const;

/** A period or a time taken, in the unit in which it is at least one. */
const spanText = (ms: number | null, figures: Figures, text: TextOf): string => {
  const [unit, size] = units.find((one) => (ms ?? 0) >= one[1]) ?? (['unit.millisecond', 1] as const);
  return figures.amount(ms === null ? null : ms / size, text(unit));
};

function TimerStateSymbol({ timer, stale }: { timer: TimerRecord; stale: boolean }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (stale) return <StateSymbol state="offline" word={text('state.stale')} />;
  if (timer.failingSince !== null)
    return (
      <StateSymbol
        state="alarm"
        word={text('operation.timer.failing', {
          time: figures.time(timer.failingSince),
          count: figures.amount(timer.failures, undefined, 0),
        })}
      />
    );
  if (timer.running) return <StateSymbol state="working" word={text('operation.timer.running')} />;
  if (timer.lastRunAt === null) return <StateSymbol state="offline" word={text('operation.timer.waiting')} />;
  return <StateSymbol state="live" word={text('operation.timer.fine')} />;
}

const columnsOf = (
  text: TextOf,
  figures: Figures,
  aged: (age: number) => number,
): DataColumns<TimerRecord> => [
  {
    title: text('operation.timer.name'),
    width: 320,
    // Without words, as of a server of a newer release, its name stands.
    render: (_, { name }) => <bdi>{text(`timer.${name}` as PhraseId)}</bdi>,
  },
  {
    title: text('operation.timer.server'),
    width: 180,
    render: (_, { instanceId, once }) => (
      <bdi title={once === 'any' ? text('operation.timer.anyHint') : undefined}>{instanceId}</bdi>
    ),
  },
  {
    title: text('operation.timer.every'),
    width: 100,
    align: 'end',
    render: (_, { every }) => spanText(every, figures, text),
  },
  {
    title: text('operation.timer.last'),
    width: 180,
    render: (_, { lastRunAt }) => <bdi>{figures.time(lastRunAt)}</bdi>,
  },
  {
    title: text('operation.timer.took'),
    width: 100,
    align: 'end',
    render: (_, { took }) => spanText(took, figures, text),
  },
  {
    title: text('operation.timer.next'),
    width: 180,
    fold: 1,
    render: (_, { nextAt }) => <bdi>{figures.time(nextAt)}</bdi>,
  },
  {
    title: text('field.state'),
    width: 260,
    render: (_, timer) => (
      <TimerStateSymbol timer={timer} stale={aged(timer.age) > limits.operation.staleAfter} />
    ),
  },
];

/** What the servers do again and again by themselves. Nothing for those who do not operate the instance. */
export function TimerList(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const now = useNow();
  const timers = useTimers();
  const { list, receivedAt } = timers.data ?? { list: [], receivedAt: now };
  if (list.length === 0 && !timers.isError) return null;
  return (
    <section className="health-group health-timers ey-stack">
      <h2>{text('operation.timer.title')}</h2>
      <DataTable
        label={text('operation.timer.title')}
        columns={columnsOf(text, figures, (age) => age + Math.max(0, now - receivedAt))}
        rows={list}
        rowKey={({ name, instanceId }) => `${name} ${instanceId}`}
        load={loadStateOf(timers)}
        minWidth={1320}
        dense
      />
    </section>
  );
}
