import { dayIn } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { trendSummary, type TrendPoint } from './trend-scale.ts';
import './device.css';

const field = { width: 400, height: 96, left: 52, right: 8, top: 8, bottom: 20 } as const;

/** When the line begins and ends. */
function Days({ from, until }: { from: number; until: number }): ReactNode {
  const { zone } = useFigures();
  return (
    <>
      <text x={field.left} y={field.height - 4}>
        {dayIn(zone.name, from)}
      </text>
      <text x={field.width - field.right} y={field.height - 4} textAnchor="end">
        {dayIn(zone.name, until)}
      </text>
    </>
  );
}

/**
 * A figure over time as a small line. Time runs from left to right in every language; what the line shows is said in
 * words for those who do not see it, and nothing is drawn where nothing was kept.
 */
export function TrendChart({
  name,
  points,
  from,
  until,
  format,
}: {
  name: string;
  points: readonly TrendPoint[];
  from: number;
  until: number;
  format: (value: number) => string;
}): ReactNode {
  const text = useText();
  const summary = trendSummary(points);
  if (summary === null) return null;
  const { min, max, first, last, count } = summary;
  const bottom = field.height - field.bottom;
  const x = (at: number): number =>
    field.left + ((at - from) / Math.max(1, until - from)) * (field.width - field.left - field.right);
  // A figure that never changed runs through the middle.
  const y = (value: number): number =>
    max === min ? (field.top + bottom) / 2 : bottom - ((value - min) / (max - min)) * (bottom - field.top);
  const line = points.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
  const said = text('battery.trendSummary', {
    figure: name,
    first: format(first),
    last: format(last),
    min: format(min),
    max: format(max),
    count,
  });
  return (
    <figure className="device-trend">
      <figcaption>{name}</figcaption>
      <svg viewBox={`0 0 ${field.width} ${field.height}`} role="img" aria-label={said}>
        <path
          className="device-trend-axis"
          d={`M${field.left} ${field.top}V${bottom}H${field.width - field.right}`}
        />
        <path className="device-trend-line" d={`M${line}`} />
        {points.length === 1 ? (
          <circle className="device-trend-point" cx={x(points[0]?.at ?? from)} cy={y(first)} r="3" />
        ) : null}
        <text x={field.left - 6} y={y(max) + 4} textAnchor="end">
          {format(max)}
        </text>
        {max === min ? null : (
          <text x={field.left - 6} y={y(min) + 4} textAnchor="end">
            {format(min)}
          </text>
        )}
        <Days from={from} until={until} />
      </svg>
    </figure>
  );
}
