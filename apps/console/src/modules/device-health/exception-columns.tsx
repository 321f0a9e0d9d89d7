import type { ErrorRecord } from '@eyrie/domain';
import type { DataColumns } from '@eyrie/ui';
import type { CellTools } from '../../platform/list/index.ts';
import { Meaning } from './explained.tsx';
import { Code, LevelMark, named } from './marks.tsx';
import './device-health.css';

/** What the table of codes needs to know of an exception. */
export const exceptionFacts = ({ family, code, inTheSky, module }: ErrorRecord) => ({
  family,
  code,
  inTheSky,
  module,
});

export const exceptionColumns = ({ text, figures }: CellTools): DataColumns<ErrorRecord> => [
  { title: text('deviceHealth.time'), width: 170, render: (_, { at }) => <bdi>{figures.time(at)}</bdi> },
  { title: text('deviceHealth.level'), width: 100, render: (_, { level }) => <LevelMark value={level} /> },
  {
    title: text('deviceHealth.meaning'),
    ellipsis: true,
    render: (_, exception) => <Meaning facts={exceptionFacts(exception)} />,
  },
  { title: text('deviceHealth.code'), fold: 0, width: 120, render: (_, { code }) => <Code>{code}</Code> },
  {
    title: text('deviceHealth.source'),
    fold: 2,
    width: 110,
    render: (_, { source }) => text(`deviceHealth.source.${source}`),
  },
  {
    title: text('deviceHealth.method'),
    fold: 3,
    width: 170,
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
    title: text('deviceHealth.where'),
    fold: 1,
    width: 130,
    render: (_, { inTheSky }) => text(inTheSky ? 'deviceHealth.inTheSky' : 'deviceHealth.onGround'),
  },
  {
    title: text('deviceHealth.handled'),
    width: 120,
    render: (_, { note }) => text(note === null ? 'deviceHealth.handled.no' : 'deviceHealth.handled.yes'),
  },
];
