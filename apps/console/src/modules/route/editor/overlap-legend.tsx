import type { Coverage } from '@eyrie/geometry';
import { overlapMost, overlapShares } from '@eyrie/planner';
import type { ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { overlapColours } from './overlap-picture.ts';
import './overlap-legend.css';

/** What the colours of the overlap mean, and how much of the area each has. */
export function OverlapLegend({ overlap }: { overlap: Coverage | null }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!overlap) return <p className="planner-overlap">{text('planner.overlap.none')}</p>;
  const shares = overlapShares(overlap);
  const shown = overlapColours.flatMap((colour, count) =>
    // Without an area to be covered there is no place that is missing.
    count === 0 && overlap.area === 0 ? [] : [{ colour, count, share: shares[count as 0] }],
  );
  return (
    <figure className="planner-overlap">
      <figcaption>{text('planner.overlap')}</figcaption>
      <ul>
        {shown.map(({ colour, count, share }) => (
          <li key={count}>
            <span className="planner-overlap-colour" style={{ background: colour }} />
            <span>
              {text(count === overlapMost ? 'planner.overlap.most' : 'planner.overlap.photos', { count })}
            </span>
            <bdi>{figures.amount(share * 100, undefined, share > 0 && share < 0.01 ? 1 : 0)}%</bdi>
          </li>
        ))}
      </ul>
    </figure>
  );
}
