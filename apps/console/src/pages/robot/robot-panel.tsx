import type { RobotRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useRobotNow } from '../../modules/robot/index.ts';
import { MonitorParts } from '../../platform/monitor-part.tsx';
import { useText } from '../../platform/text.tsx';
import { robotParts } from '../../robot-monitor.generated.ts';
import { RobotDrive } from './robot-drive.tsx';

/** A robot that signs in: what it says, and what it is ordered. */
export function RobotPanel({ robot }: { robot: RobotRecord }): ReactNode {
  const text = useText();
  const now = useRobotNow(robot);
  if (!robot.signsIn) return <p className="list-hint">{text('robot.notEnrolled')}</p>;
  return (
    <>
      <MonitorParts parts={robotParts} link="robot" place="side" scene={{ robot }} />
      <RobotDrive robot={robot} now={now} />
    </>
  );
}
