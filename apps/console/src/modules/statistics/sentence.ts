import { dayText, spanText } from '@eyrie/domain';
import type { MeasureSeries } from '@eyrie/domain';
import { useLocale } from '../../platform/display.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { changeOf, measureText } from './measure-text.ts';

/** What a chart shows, in one sentence or two. */
export const useSentence = (series: MeasureSeries): string => {
  const text = useText();
  const figures = useFigures();
  const locale = useLocale();
  const { measure, unit, step, from, to, total, previous, yearBefore, points } = series;
  const print = (value: number | null): string => measureText(figures, unit, value);
  const span = spanText({ from, to }, locale);
  const name = text(`statistics.measure.${measure}`);
  if (total === 0)
    return text('statistics.sentenceNone', { measure: name, ...span, previous: print(previous) });
  const peak = points.reduce((most, one) => ((one.value ?? 0) > (most.value ?? 0) ? one : most));
  const change = changeOf(total, previous);
  return [
    text('statistics.sentence', { measure: name, total: print(total), ...span }),
    change === null
      ? text('statistics.sentenceNew', { previous: print(previous) })
      : text(change < 0 ? 'statistics.sentenceLess' : 'statistics.sentenceMore', {
          change: figures.amount(Math.abs(change) * 100, '%', 0),
          previous: print(previous),
        }),
    text('statistics.sentenceYear', { value: print(yearBefore) }),
    text('statistics.sentencePeak', { when: dayText(peak.day, step, locale), value: print(peak.value) }),
  ].join(' ');
};
