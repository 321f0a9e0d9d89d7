import { useState, type ReactNode } from 'react';
import { bridgeOf, OutsidePilot, PilotPanel } from '../../modules/pilot/index.ts';
import { useText } from '../../platform/text.tsx';

/** What DJI Pilot 2 opens on a controller: large, without a menu. */
export default function PilotPage(): ReactNode {
  const text = useText();
  const [bridge] = useState(() => bridgeOf(window));
  return (
    <main className="pilot">
      <h1>{text('pilot.title')}</h1>
      {bridge ? <PilotPanel bridge={bridge} /> : <OutsidePilot />}
    </main>
  );
}
