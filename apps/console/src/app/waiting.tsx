import type { ReactNode } from 'react';
import { useFirstText } from '../platform/text.tsx';

/** While a part of the program arrives. Shown only after a moment, so that quick arrivals do not flicker. */
export function Waiting(): ReactNode {
  const text = useFirstText();
  return (
    <output className="waiting">
      <span className="waiting-bar" aria-hidden="true" />
      <span className="waiting-word">{text('app.loading')}</span>
    </output>
  );
}
