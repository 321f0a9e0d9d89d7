import { classNameOf, type ClassWords, type OutcomeRecord } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText, type TextOf } from '../../platform/text.tsx';

/** What a finding is called: its class, and the verdict on it. */
export const outcomeName = (text: TextOf, words: ClassWords, one: OutcomeRecord): string =>
  text('detection.boxName', {
    class: classNameOf(one.class, words, one.otherText),
    verdict: text(`detection.verdict.${one.verdict ?? 'none'}`),
  });

/** How far it lies from its camera, and whether that is beyond the range of its flight; null: its flight searches within no range. */
export const rangeText = (text: TextOf, { range }: Pick<OutcomeRecord, 'range'>): string | null => {
  if (!range) return null;
  const { asked, metres, error, beyond } = range;
  if (metres === null || error === null) return text('detection.distanceUnknown');
  const values = { metres: Math.round(metres), error: Math.ceil(error) };
  return beyond
    ? text('detection.beyondRange', { ...values, range: asked })
    : text('detection.distanceOf', values);
};

/** Who found it and who judged it. */
export function OutcomeFacts({ outcome }: { outcome: OutcomeRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const range = rangeText(text, outcome);
  return (
    <FactList
      className="list-facts"
      facts={[
        [
          text('detection.confidence'),
          outcome.confidence === null
            ? text('detection.drawnBy')
            : figures.amount(outcome.confidence * 100, '%', 0),
        ],
        [
          text('detection.model'),
          <bdi key="model">{outcome.drawnBy ?? `${outcome.model} ${outcome.modelVersion}`}</bdi>,
        ],
        ...(range === null ? [] : ([[text('detection.distance'), range]] as const)),
        [text('detection.verdict'), text(`detection.verdict.${outcome.verdict ?? 'none'}`)],
        [text('detection.verdictBy'), <bdi key="by">{outcome.verdictBy ?? '–'}</bdi>],
      ]}
    />
  );
}
