import type { ReactNode } from 'react';

export interface Question {
  title: ReactNode;
  content?: ReactNode;
  verb?: string;
  danger?: boolean;
  /** Takes the question back: it is answered with no, and goes. */
  signal?: AbortSignal;
}
export type Ask = (question: Question) => Promise<boolean>;

/**
 * Questions that stand only while whoever asks is there: on another page an answer would be given to what is no longer in sight.
 * @param here ends with the asker; missing: it is not there yet
 */
export const askedWhile =
  (ask: Ask, here: AbortSignal | undefined): Ask =>
  (question) => {
    if (here === undefined) return ask(question);
    const { signal } = question;
    return ask({ ...question, signal: signal === undefined ? here : AbortSignal.any([signal, here]) });
  };
