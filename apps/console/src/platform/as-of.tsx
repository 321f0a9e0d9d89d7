import { useState, type ReactNode } from 'react';
import { now, useNow } from './clock.ts';
import { useFigures } from './figures.ts';
import { serverTime } from './server-time.ts';
import { useText } from './text.tsx';

function Counting({ since }: { since: number }): ReactNode {
  const text = useText();
  const figures = useFigures();
  // From here on the age counts on a clock that nobody can set.
  const [anchor] = useState(() => ({ at: now(), age: Math.max(0, Date.now() - since) }));
  const age = anchor.age + Math.max(0, useNow() - anchor.at);
  const [ahead] = useState(() => (serverTime() ?? Date.now()) - Date.now());
  return text('app.asOf', { time: figures.clock(since + ahead), age: figures.age(age) });
}

/** Of when something is that could not be renewed. `since` is epoch ms by this computer's clock. */
export function AsOf({ since }: { since: number }): ReactNode {
  return <Counting key={since} since={since} />;
}
