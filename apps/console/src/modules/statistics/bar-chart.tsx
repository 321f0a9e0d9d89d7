import { useEffect, useRef, type ReactNode } from 'react';
import { drawChart, type BarsShown, type DrawnChart } from './draw-chart.ts';

/** Bars, by a library that comes when the first chart is shown. What they say stands in `label` and in a table. */
export default function Bars({ bars, label }: { bars: BarsShown; label: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart | null>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const drawn = drawChart(place.current);
    chart.current = drawn;
    return () => {
      chart.current = null;
      drawn.close();
    };
  }, []);
  useEffect(() => chart.current?.show(bars), [bars]);
  // The drawing calls itself a picture too: one of them is enough.
  return (
    <div role="img" aria-label={label}>
      <div ref={place} dir="ltr" aria-hidden="true" className="measure-bars" />
    </div>
  );
}
