import type { RobotRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { RobotDrive } from './robot-drive.tsx';
import { RobotLive } from './robot-live.tsx';
import { useRobotNow } from './robot-now.ts';

/** A robot that signs in: what it says, and what it is ordered. */
export function RobotPanel({ robot }: { robot: RobotRecord }): ReactNode {
  const text = useText();
  const now = useRobotNow(robot);
  if (!robot.signsIn) return <p className="list-hint">{text('robot.notEnrolled')}</p>;
  return (
    <>
      <RobotLive robot={robot} now={now} />
      <RobotDrive robot={robot} now={now} />
    </>
  );
}
