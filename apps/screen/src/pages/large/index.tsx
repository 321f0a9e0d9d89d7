import type { ReactNode } from 'react';
import { Alarms } from '../../modules/device-health/index.ts';
import { Flights } from '../../modules/flight/index.ts';
import { FlightDays, Numbers, RightNow } from '../../modules/statistics/index.ts';
import { LiveMap } from '../../modules/trajectory/index.ts';
import { Weather } from '../../modules/weather/index.ts';
import { Orders } from '../../modules/work-order/index.ts';

/** The cockpit of those who lead: how much is done, and what is going on. */
export default function LargePage(): ReactNode {
  return (
    <div className="cockpit cockpit-large">
      <RightNow />
      <Numbers />
      <FlightDays />
      <LiveMap />
      <Flights />
      <Alarms />
      <Orders />
      <Weather />
    </div>
  );
}
