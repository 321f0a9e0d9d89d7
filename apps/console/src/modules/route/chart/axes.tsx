import type { ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { field, type Scales } from './scales.ts';
import './chart.css';

/** Heights at the left, metres along the way at the foot. */
export function Axes({ scales }: { scales: Scales }): ReactNode {
  const figures = useFigures();
  return (
    <g className="route-profile-axes">
      {scales.heights.map((tick) => (
        <g key={`h${tick}`}>
          <path d={`M${field.left} ${scales.y(tick)}H${scales.right}`} />
          <text x={field.left - 6} y={scales.y(tick) + 4} textAnchor="end">
            {figures.height(tick)}
          </text>
        </g>
      ))}
      {scales.distances.map((tick) => (
        <text key={`d${tick}`} x={scales.x(tick)} y={field.height - 5} textAnchor="middle">
          {figures.length(tick)}
        </text>
      ))}
    </g>
  );
}
