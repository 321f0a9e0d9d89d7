import { dayText, statisticsCalls, type MeasureSeries } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useLocale } from '@eyrie/web/display';
import { useFigures } from '@eyrie/web/figures';
import { directionOf, useLanguage } from '@eyrie/web/language';
import { measureText } from '@eyrie/web/measure-text';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { usePeriod } from '../../platform/period.ts';
import { Tile } from '../../platform/tile.tsx';
import { flightsChanged } from './announced.ts';

type Points = MeasureSeries['points'];

const mostOf = (points: Points): Points[number] | undefined =>
  points.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0];

/** What the bars show, in a sentence. */
type Sentence = (series: MeasureSeries) => string;

const useFlightSentence = (): Sentence => {
  const text = useText();
  const figures = useFigures();
  const locale = useLocale();
  return ({ points, total, step }) => {
    const days = points.length;
    const most = mostOf(points);
    if (!most || (total ?? 0) === 0) return text('cockpit.perDayNone', { days });
    return text('cockpit.perDaySentence', {
      days,
      total: figures.amount(total),
      day: dayText(most.day, step, locale),
      most: figures.amount(most.value),
    });
  };
};

/** Of a measure whose figures carry their unit. */
const useUnitSentence = (): Sentence => {
  const text = useText();
  const figures = useFigures();
  const locale = useLocale();
  return ({ points, total, step, unit }) => {
    const days = points.length;
    const most = mostOf(points);
    if (!most || (total ?? 0) === 0) return text('cockpit.daysNone', { days });
    return text('cockpit.daysSentence', {
      days,
      total: measureText(figures, unit, total),
      day: dayText(most.day, step, locale),
      most: measureText(figures, unit, most.value),
    });
  };
};

interface DaysProps {
  title: PhraseId;
  /** All calls of a series have one shape. */
  declaration: typeof statisticsCalls.screenFlight;
  sentence: Sentence;
}

/** A bar for each day; time runs as one reads. */
function Days({ title, declaration, sentence }: DaysProps): ReactNode {
  const text = useText();
  const period = usePeriod();
  const mirrored = useLanguage(({ language }) => directionOf(language) === 'rtl');
  const asked = useAsked(declaration, () => ({ ...period, by: 'dock' as const }), flightsChanged);
  return (
    <Tile title={text(title)} area="days" asked={asked}>
      {(series) => {
        const { points } = series;
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
                const at = mirrored ? points.length - 1 - index : index;
                return <rect key={day} x={at * 10 + 1} y={100 - height} width={8} height={height} />;
              })}
            </svg>
            <figcaption>{sentence(series)}</figcaption>
          </figure>
        );
      }}
    </Tile>
  );
}

/** Flights of the last days. */
export function FlightDays(): ReactNode {
  const sentence = useFlightSentence();
  return <Days title="cockpit.perDay" declaration={statisticsCalls.screenFlight} sentence={sentence} />;
}

/** Time in the air of the last days. */
export function FlightTime(): ReactNode {
  const sentence = useUnitSentence();
  const { screenFlighttime } = statisticsCalls;
  return <Days title="cockpit.days.flightTime" declaration={screenFlighttime} sentence={sentence} />;
}

/** What was flown on the last days. */
export function FlightDistance(): ReactNode {
  const sentence = useUnitSentence();
  const { screenFlightdistance } = statisticsCalls;
  return <Days title="cockpit.days.flightDistance" declaration={screenFlightdistance} sentence={sentence} />;
}
