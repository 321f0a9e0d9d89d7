import { statisticsCalls, type ResponseOf } from '@eyrie/domain';
import { useFigures } from '@eyrie/web/figures';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { usePeriod } from '../../platform/period.ts';
import { Tile } from '../../platform/tile.tsx';
import { flightsChanged } from './announced.ts';

type Points = ResponseOf<typeof statisticsCalls.screenFlight>['points'];

/** What the bars show, in a sentence. */
const useSentence = (): ((points: Points, total: number) => string) => {
  const text = useText();
  const figures = useFigures();
  return (points, total) => {
    const days = points.length;
    const most = points.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0];
    if (!most || total === 0) return text('cockpit.perDayNone', { days });
    return text('cockpit.perDaySentence', {
      days,
      total: figures.amount(total),
      day: most.day,
      most: figures.amount(most.value),
    });
  };
};

/** A bar for each day. Charts are not mirrored: time runs to the right in every language. */
export function FlightDays(): ReactNode {
  const text = useText();
  const sentence = useSentence();
  const period = usePeriod();
  const asked = useAsked(
    statisticsCalls.screenFlight,
    () => ({ ...period, by: 'dock' as const }),
    flightsChanged,
  );
  return (
    <Tile title={text('cockpit.perDay')} area="days" asked={asked}>
      {({ points, total }) => {
        const highest = Math.max(1, ...points.map(({ value }) => value ?? 0));
        return (
          <figure className="days">
            <svg
              className="days-bars"
              viewBox={`0 0 ${points.length * 10} 100`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              {points.map(({ day, value }, index) => {
                const height = ((value ?? 0) / highest) * 98;
                return <rect key={day} x={index * 10 + 1} y={100 - height} width={8} height={height} />;
              })}
            </svg>
            <figcaption>{sentence(points, total ?? 0)}</figcaption>
          </figure>
        );
      }}
    </Tile>
  );
}
