import type { ReactNode } from 'react';
import { ChecklistForm, GateRules } from '../../modules/organisation/index.ts';

/** What the organisation demands before a flight begins. */
export default function FlightTab(): ReactNode {
  return (
    <>
      <ChecklistForm />
      <GateRules />
    </>
  );
}
