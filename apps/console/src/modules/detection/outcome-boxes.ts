import type { ClassWords, OutcomeRecord } from '@eyrie/domain';
import type { ShownBox } from '../../platform/picture-canvas.tsx';
import type { TextOf } from '../../platform/text.tsx';
import { outcomeName } from './outcome-words.tsx';

/** Findings as they are drawn on their picture. */
export const outcomeBoxes = (
  text: TextOf,
  words: ClassWords,
  outcomes: readonly OutcomeRecord[],
): ShownBox[] =>
  outcomes.map((one) => ({
    id: one.oid,
    box: one.box,
    name: outcomeName(text, words, one),
    look: one.verdict === 'confirmed' || one.verdict === 'falseAlarm' ? one.verdict : 'open',
  }));
