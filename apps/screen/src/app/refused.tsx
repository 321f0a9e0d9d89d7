import { now, useNow } from '@eyrie/web/clock';
import { useText } from '@eyrie/web/text';
import { useEffect, useState, type ReactNode } from 'react';
import type { Refusal } from '../platform/session.ts';

/** How long the sentence stands before the console opens: nobody need click. Milliseconds. */
const leadsAfter = 15_000;

/** Why nobody gets in, and the way back to the console, which is taken by itself. */
export function Refused({ refusal }: { refusal: Refusal }): ReactNode {
  const text = useText();
  const at = useNow();
  const [since] = useState(now);
  const left = Math.max(0, Math.ceil((since + leadsAfter - at) / 1000));
  const over = left === 0;
  useEffect(() => {
    if (over) location.replace('../');
  }, [over]);
  return (
    <main className="entrance">
      <h1 className="ey-hidden">{text('permission./CockpitOption')}</h1>
      <p role="alert" className="entrance-note">
        {text(`cockpit.refused.${refusal}`)}
      </p>
      <p>{text('cockpit.leading', { seconds: left })}</p>
      <p>
        <a href="../">{text('cockpit.toConsole')}</a>
      </p>
      <p>
        <a href="#/Display">{text('cockpit.pairLink')}</a>
      </p>
    </main>
  );
}
