import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useWind } from './wind-state.ts';

/** Says beside the map that its wind and rain are not known, why, and how old the last answer is. */
export function WindNote(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const { answer, failure } = useWind();
  const reason =
    failure ?? (answer?.outside.failure ? (`weather.failure.${answer.outside.failure}` as const) : null);
  if (reason === null) return null;
  const age = figures.age(answer ? Math.max(0, at - answer.receivedAt) : null);
  return <span role="status">{text('weather.unknown', { reason: text(reason), age })}</span>;
}
