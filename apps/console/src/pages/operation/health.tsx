import type { ReactNode } from 'react';
import { HealthBoard, TimerList } from '../../modules/operation/index.ts';

/** State of everything the organisation depends on, with the age of each measurement, and the timers of the servers. */
export default function HealthTab(): ReactNode {
  return (
    <>
      <HealthBoard />
      <TimerList />
    </>
  );
}
