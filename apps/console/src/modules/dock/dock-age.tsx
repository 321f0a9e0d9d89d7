import type { DockRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** How old what is known of a dock is: counting since the last live message, else when it was last seen. */
export function DockAge({ dock, ageMs }: { dock: DockRecord; ageMs: number | null }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (ageMs !== null || dock.lastSeen === null) return figures.age(ageMs);
  return text('state.lastSeen', { time: figures.time(dock.lastSeen) });
}
