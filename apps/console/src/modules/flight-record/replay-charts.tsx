import type { FlightReplay } from '@eyrie/domain';
import { memo, useMemo, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { ReplayClock } from './replay-clock.ts';
import { createRowOf, extentOf, field, gapSpans, pathOf, type Span } from './replay-series.ts';
import { useMoment } from './use-clock.ts';

export interface ReplayLine {
  name: string;
  values: readonly (number | null)[];
  format: (value: number | null) => string;
}

interface LineProps {
  line: ReplayLine;
  columns: FlightReplay['columns'];
  span: Span;
  shown: (element: HTMLElement | null) => void;
}

const Gaps = memo(({ columns, span }: Pick<LineProps, 'columns' | 'span'>): ReactNode => {
  const across = field.width / Math.max(1, span.to - span.from);
  return gapSpans(columns).map(({ from, to }) => (
    <rect
      key={from}
      className="replay-gap"
      x={(from - span.from) * across}
      width={(to - from) * across}
      height={field.height}
    />
  ));
});
Gaps.displayName = 'Gaps';

/** One figure over the whole flight. What the line shows is said in words for those who do not see it. */
const LineChart = memo(({ line, columns, span, shown }: LineProps): ReactNode => {
  const text = useText();
  const path = useMemo(() => pathOf(columns, line.values, span), [columns, line.values, span]);
  const extent = useMemo(() => extentOf(line.values), [line.values]);
  const said = extent
    ? text('flightRecord.summary', {
        figure: line.name,
        min: line.format(extent.min),
        max: line.format(extent.max),
      })
    : `${line.name}: ${text('flightRecord.noFigure')}`;
  return (
    <figure className="replay-chart">
      <figcaption>
        <span>{line.name}</span>
        {extent ? <bdi ref={shown} /> : <span>{text('flightRecord.noFigure')}</span>}
      </figcaption>
      {extent ? (
        <svg
          viewBox={`0 0 ${field.width} ${field.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={said}
        >
          <Gaps {...{ columns, span }} />
          <path className="replay-line" d={path} />
        </svg>
      ) : null}
    </figure>
  );
});
LineChart.displayName = 'LineChart';

/** Every figure of a flight under one cursor, which is moved without rendering. Time runs as the language is read. */
export function ReplayCharts({
  clock,
  columns,
  lines,
}: {
  clock: ReplayClock;
  columns: FlightReplay['columns'];
  lines: readonly ReplayLine[];
}): ReactNode {
  const text = useText();
  const cursor = useRef<HTMLDivElement>(null);
  const [values] = useState(() => new Map<string, HTMLElement>());
  const rowOf = useMemo(() => createRowOf(columns), [columns]);
  const span = useMemo(() => ({ from: clock.from, to: clock.to }), [clock]);
  const keepers = useMemo(
    () =>
      lines.map(({ name }) => (element: HTMLElement | null): void => {
        if (element) values.set(name, element);
        else values.delete(name);
      }),
    [lines, values],
  );
  const gone = text('flightRecord.gap');
  useMoment(clock, (at) => {
    const share = (at - span.from) / Math.max(1, span.to - span.from);
    if (cursor.current) cursor.current.style.insetInlineStart = `${(share * 100).toFixed(3)}%`;
    const row = rowOf(at);
    for (const { name, values: figures, format } of lines) {
      const element = values.get(name);
      if (element) element.textContent = row === null ? gone : format(figures[row] ?? null);
    }
  });
  return (
    <div className="replay-charts">
      {lines.map((line, place) => (
        <LineChart key={line.name} {...{ line, columns, span }} shown={keepers[place] ?? (() => undefined)} />
      ))}
      <div className="replay-cursor-room" aria-hidden="true">
        <div className="replay-cursor" ref={cursor} />
      </div>
    </div>
  );
}
