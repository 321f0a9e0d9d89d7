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

/** Who found it and who judged it. */
export function OutcomeFacts({ outcome }: { outcome: OutcomeRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
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
        [text('detection.verdict'), text(`detection.verdict.${outcome.verdict ?? 'none'}`)],
        [text('detection.verdictBy'), <bdi key="by">{outcome.verdictBy ?? '–'}</bdi>],
      ]}
    />
  );
}
