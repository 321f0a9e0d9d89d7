import type { ReactNode } from 'react';
import { GateRules } from '../../modules/organisation/index.ts';

/** What the organisation demands before a flight begins. */
export default function FlightTab(): ReactNode {
  return <GateRules />;
}
