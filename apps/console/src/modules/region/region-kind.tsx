import type { RegionKind } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { kindSigns, plainColour } from './region-drawing.ts';
import './region.css';

/** What a region means: its sign on its own colour, and the word. */
export function RegionKindMark({ kind, colour }: { kind: RegionKind; colour: string }): ReactNode {
  const text = useText();
  return (
    <span className="region-kind">
      <span className="region-sign" aria-hidden style={{ borderColor: plainColour(colour) }}>
        {kindSigns[kind]}
      </span>
      {text(`region.kind.${kind}`)}
    </span>
  );
}
