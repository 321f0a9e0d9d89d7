import { otherClass, type OutcomeRecord } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText, type TextOf } from '../../platform/text.tsx';

/** What a class is called: only the one that needs words of its own has a phrase. */
export const classWord = (text: TextOf, name: string, otherText = ''): string =>
  name === otherClass ? otherText || text('detection.class.other') : name;

export const outcomeName = (text: TextOf, one: OutcomeRecord): string =>
  text('detection.boxName', {
    class: classWord(text, one.class, one.otherText),
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
