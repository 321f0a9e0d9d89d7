import { robotCalls, type RobotRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { deviceList } from '../../modules/device/index.ts';
import { UnusableMessages } from '../../modules/device-health/index.ts';
import { RobotMode, useRobotNow } from '../../modules/robot/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { ListView } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { RobotPanel } from './robot-panel.tsx';
import { RobotSignIn } from './robot-sign-in.tsx';

function Mode({ robot }: { robot: RobotRecord }): ReactNode {
  return <RobotMode now={useRobotNow(robot)} />;
}

function RobotOnline({ robot }: { robot: RobotRecord }): ReactNode {
  const text = useText();
  const { online } = useRobotNow(robot);
  return (
    <StateSymbol
      state={online ? 'live' : 'offline'}
      word={text(online ? 'device.online' : 'device.offline')}
    />
  );
}

function Percent({ robot }: { robot: RobotRecord }): ReactNode {
  return useFigures().amount(useRobotNow(robot).percent, '%', 0);
}

function Fault({ robot }: { robot: RobotRecord }): ReactNode {
  const { fault } = useRobotNow(robot);
  return <bdi>{fault ?? '–'}</bdi>;
}

const robots = deviceList<RobotRecord>({
  word: 'robot',
  page: 'permission./RobotAdmin',
  icon: 'organisation',
  calls: robotCalls,
  columns: ({ text }) => [
    { title: text('robot.mode'), width: 120, render: (_, robot) => <Mode robot={robot} /> },
    {
      title: text('device.percent'),
      width: 90,
      align: 'end',
      render: (_, robot) => <Percent robot={robot} />,
    },
    {
      title: text('robot.fault'),
      fold: 2,
      width: 150,
      ellipsis: true,
      render: (_, robot) => <Fault robot={robot} />,
    },
  ],
  reported: ({ percent }, { text, figures }) => [[text('device.percent'), figures.amount(percent, '%', 0)]],
  online: (robot) => <RobotOnline robot={robot} />,
  top: (robot) => <RobotPanel robot={robot} />,
  more: (robot) => (
    <>
      <RobotSignIn robot={robot} />
      {robot.signsIn ? <UnusableMessages dockOID={robot.oid} /> : null}
    </>
  ),
});

export default function RobotPage(): ReactNode {
  return <ListView room={robots} />;
}
