import type { ReactNode } from 'react';
import { Alarms } from '../../modules/device-health/index.ts';
import { Flights } from '../../modules/flight/index.ts';
import { RightNow } from '../../modules/statistics/index.ts';
import { DockStates, LiveMap } from '../../modules/trajectory/index.ts';
import { Weather } from '../../modules/weather/index.ts';

/** The cockpit of those who watch: every dock, everything in the air, every alarm. */
export default function TotalPerceptionPage(): ReactNode {
  return (
    <div className="cockpit cockpit-total">
      <RightNow />
      <DockStates />
      <LiveMap />
      <Flights />
      <Alarms />
      <Weather />
    </div>
  );
}
