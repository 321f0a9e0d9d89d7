import type { MessageRecord } from '@eyrie/domain';
import type { DataColumns } from '@eyrie/ui';
import type { CellTools } from '../../platform/list/index.ts';
import { Code, named } from './marks.tsx';
import './device-health.css';

export const messageColumns = ({ text, figures }: CellTools): DataColumns<MessageRecord> => [
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
