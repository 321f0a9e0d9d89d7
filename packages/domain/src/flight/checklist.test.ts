import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { checklistQuestions, checklistStanding, type ChecklistReply } from './checklist.ts';

const now = 1_760_000_000_000;
const questions = ['Propellers whole?', 'Nobody around?'];
const answered = (replies: Record<string, ChecklistReply>, at = now) => ({
  answers: Object.entries(replies).map(([question, answer]) => ({ question, answer, note: '' })),
  by: '张三',
  at,
});

describe('the checklist of a flight', () => {
  it('is open as long as a question is not answered', () => {
    expect(checklistStanding(questions, null, now).open).toEqual(questions);
    const one = answered({ 'Propellers whole?': 'yes' });
    expect(checklistStanding(questions, one, now)).toEqual({
      open: ['Nobody around?'],
      refused: [],
      by: '张三',
    });
  });
  it('says what was answered with no, and passes what is not needed', () => {
    const both = answered({ 'Propellers whole?': 'notNeeded', 'Nobody around?': 'no' });
    expect(checklistStanding(questions, both, now)).toMatchObject({ open: [], refused: ['Nobody around?'] });
  });
  it('is open again when its answers are old', () => {
    const { holdsFor } = limits.checklist;
    const both = answered({ 'Propellers whole?': 'yes', 'Nobody around?': 'yes' }, now - holdsFor);
    expect(checklistStanding(questions, both, now).open).toEqual([]);
    expect(checklistStanding(questions, both, now + 1)).toEqual({ open: questions, refused: [], by: null });
  });
  it('asks each question once', () => {
    expect(checklistQuestions.safeParse(['one', 'one']).success).toBe(false);
    expect(checklistQuestions.safeParse(['one', 'two']).success).toBe(true);
  });
});
