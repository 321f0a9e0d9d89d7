import { robotCalls, type RobotRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { deviceList } from '../../modules/device/index.ts';
import { ListView } from '../../platform/list/index.ts';

const robots = deviceList<RobotRecord>({
  word: 'robot',
  page: 'permission./RobotAdmin',
  icon: 'organisation',
  calls: robotCalls,
  columns: ({ text, figures }) => [
    {
      title: text('device.percent'),
      width: 110,
      align: 'end',
      render: (_, { percent }) => figures.amount(percent, '%', 0),
    },
  ],
  reported: ({ percent }, { text, figures }) => [[text('device.percent'), figures.amount(percent, '%', 0)]],
});

export default function RobotPage(): ReactNode {
  return <ListView room={robots} />;
}
