import { deviceMessageCalls, type MessageRecord } from '@eyrie/domain';
import type { DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { LogTable, type LogTableProps } from './log-table.tsx';
import { Code, named } from './marks.tsx';
import './device-health.css';

const useColumns = (): DataColumns<MessageRecord> => {
  const text = useText();
  const figures = useFigures();
  return [
    { title: text('deviceHealth.time'), width: 170, render: (_, { at }) => <bdi>{figures.time(at)}</bdi> },
    {
      title: text('deviceHealth.direction'),
      fold: -1,
      width: 130,
      render: (_, { direction }) => text(`deviceHealth.direction.${direction}`),
    },
    {
      title: text('deviceHealth.kind'),
      fold: 0,
      width: 160,
      ellipsis: true,
      render: (_, { kind }) => text(`deviceHealth.kind.${kind}`),
    },
    {
      title: text('deviceHealth.method'),
      // A code is no text: its title would be read as one.
      ellipsis: { showTitle: false },
      render: (_, { method }) => (method === null ? '–' : <Code>{method}</Code>),
    },
    {
      title: text('deviceHealth.dock'),
      width: 140,
      ellipsis: true,
      render: (_, { dockName }) => named(dockName),
    },
    {
      title: text('deviceHealth.device'),
      fold: 2,
      width: 100,
      render: (_, { device }) => text(`deviceHealth.device.${device}`),
    },
    {
      title: text('deviceHealth.result'),
      width: 90,
      align: 'end',
      render: (_, { result }) => (result === null ? '–' : <Code>{result}</Code>),
    },
    { title: text('deviceHealth.repeats'), fold: 3, width: 80, align: 'end', dataIndex: 'repeats' },
    { title: text('deviceHealth.size'), fold: 4, width: 90, align: 'end', dataIndex: 'size' },
  ];
};

/** Messages as a list; a click or Enter opens one. */
export function MessageTable(props: LogTableProps<MessageRecord>): ReactNode {
  const text = useText();
  const columns = useColumns();
  return (
    <LogTable<MessageRecord>
      {...props}
      label={text('deviceHealth.messages')}
      query={deviceMessageCalls.query.path}
      none={text('deviceHealth.noMessages')}
      columns={columns}
      minWidth={1160}
    />
  );
}
