import { stickAxes, type Sticks } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** How far each axis is deflected, as it was read. */
export function StickValues({ values }: { values: Sticks }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <ul className="drc-axes" aria-label={text('drc.values')}>
      {stickAxes.map((axis) => {
        const percent = Math.round(values[axis] * 100);
        return (
          <li key={axis} data-axis={axis} data-value={percent}>
            <span>{text(`drc.axis.${axis}`)}</span>
            <meter min={-100} max={100} value={percent} aria-label={text(`drc.axis.${axis}`)} />
            <span>{figures.amount(percent, '%')}</span>
          </li>
        );
      })}
    </ul>
  );
}
