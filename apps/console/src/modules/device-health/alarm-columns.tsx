import type { HealthRecord } from '@eyrie/domain';
import { StateSymbol, type DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { CellTools } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { Meaning } from './explained.tsx';
import { Code, LevelMark, ModuleName, named } from './marks.tsx';
import './device-health.css';

/** Whether an alarm stands, as symbol and word. */
export function AlarmState({ alarm }: { alarm: HealthRecord }): ReactNode {
  const text = useText();
  const open = alarm.clearedAt === null;
  return (
    <StateSymbol
      state={open ? 'alarm' : 'live'}
      word={text(open ? 'deviceHealth.state.open' : 'deviceHealth.state.cleared')}
    />
  );
}

/** What the table of codes needs to know of an alarm. */
export const alarmFacts = ({
  code,
  inTheSky,
  args,
  module,
}: Pick<HealthRecord, 'code' | 'inTheSky' | 'args' | 'module'>) => ({
  family: 'health' as const,
  code,
  inTheSky,
  args,
  module,
});

export const alarmColumns = ({ text, figures }: CellTools): DataColumns<HealthRecord> => [
  {
    title: text('deviceHealth.raised'),
    width: 180,
    render: (_, { firstAt }) => <bdi>{figures.time(firstAt)}</bdi>,
  },
  { title: text('deviceHealth.level'), width: 100, render: (_, { level }) => <LevelMark value={level} /> },
  {
    title: text('deviceHealth.meaning'),
    ellipsis: true,
    render: (_, alarm) => <Meaning facts={alarmFacts(alarm)} />,
  },
  { title: text('deviceHealth.code'), fold: 0, width: 120, render: (_, { code }) => <Code>{code}</Code> },
  {
    title: text('deviceHealth.module'),
    fold: 4,
    width: 110,
    ellipsis: true,
    render: (_, { module }) => <ModuleName value={module} />,
  },
  {
    title: text('deviceHealth.dock'),
    width: 130,
    ellipsis: true,
    render: (_, { dockName }) => named(dockName),
  },
  {
    title: text('deviceHealth.device'),
    fold: 3,
    width: 90,
    render: (_, { device }) =>
      text(device === 'drone' ? 'deviceHealth.device.drone' : 'deviceHealth.device.dock'),
  },
  {
    title: text('deviceHealth.where'),
    fold: 1,
    width: 130,
    render: (_, { inTheSky }) => text(inTheSky ? 'deviceHealth.inTheSky' : 'deviceHealth.onGround'),
  },
  { title: text('deviceHealth.state'), width: 110, render: (_, alarm) => <AlarmState alarm={alarm} /> },
  {
    title: text('deviceHealth.handled'),
    fold: 2,
    width: 120,
    render: (_, { note }) => text(note === null ? 'deviceHealth.handled.no' : 'deviceHealth.handled.yes'),
  },
];
