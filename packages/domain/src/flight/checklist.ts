import { z } from 'zod';
import { limits } from '../limits.ts';
import { optionalText, sentInstant, text } from '../shape.ts';

const { questions: most, question: longest, note, holdsFor } = limits.checklist;

/** Questions that an organisation asks before a flight begins, each once. */
export const checklistQuestions = z
  .array(text(longest))
  .max(most)
  .refine((questions) => new Set(questions).size === questions.length, { error: 'duplicate' });

export const checklistReplies = ['yes', 'no', 'notNeeded'] as const;
export type ChecklistReply = (typeof checklistReplies)[number];

export const checklistAnswer = z.object({
  question: text(longest),
  answer: z.enum(checklistReplies),
  note: optionalText(note).default(''),
});
export type ChecklistAnswer = z.output<typeof checklistAnswer>;

/** What was answered before a flight, and by whom. */
export const answeredChecklist = z.object({
  answers: z.array(checklistAnswer),
  by: z.string(),
  at: sentInstant,
});
export type AnsweredChecklist = z.output<typeof answeredChecklist>;

/** How the checklist of a flight stands, by its questions. */
export interface ChecklistStanding {
  /** Not answered, or so long ago that nobody knows whether it is still so. */
  open: readonly string[];
  /** Answered with no. */
  refused: readonly string[];
  by: string | null;
}

/** How the checklist of a flight stands at a moment, epoch ms. */
export function checklistStanding(
  questions: readonly string[],
  answered: AnsweredChecklist | null,
  now: number,
): ChecklistStanding {
  const counts = answered !== null && now - answered.at <= holdsFor;
  const answers = new Map(counts ? answered.answers.map(({ question, answer }) => [question, answer]) : []);
  return {
    open: questions.filter((question) => !answers.has(question)),
    refused: questions.filter((question) => answers.get(question) === 'no'),
    by: counts ? answered.by : null,
  };
}
