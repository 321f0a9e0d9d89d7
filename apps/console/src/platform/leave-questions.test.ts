import { beforeEach, expect, it } from 'vitest';
import { createLeaveQuestions, type LeaveQuestion } from './leave-questions.ts';

let questions: ReturnType<typeof createLeaveQuestions>;
let asked: string[];
let answers: Record<string, boolean>;
beforeEach(() => {
  questions = createLeaveQuestions();
  asked = [];
  answers = {};
});
const elsewhere = { pathname: '/b', search: '' };
const question = (name: string, part: Partial<LeaveQuestion> = {}): LeaveQuestion => ({
  path: '/a',
  about: 'typed',
  ask: async () => {
    asked.push(name);
    return answers[name] ?? true;
  },
  stays: ({ pathname }) => pathname === '/a',
  ...part,
});

it('lets a page go that holds nothing, and asks for one that does until it was agreed', async () => {
  expect(await questions.mayLeave('/a')).toBe(true);
  questions.add(question('form'));
  expect(questions.path()).toBe('/a');
  answers['form'] = false;
  expect(await questions.mayLeave('/a')).toBe(false);
  expect(questions.holds(elsewhere)).toBe(true);
  answers['form'] = true;
  expect(await questions.mayLeave('/a')).toBe(true);
  expect(asked).toEqual(['form', 'form']);
  expect([questions.path(), questions.holds(elsewhere)]).toEqual([null, false]);
});

it('still holds what was typed in one form when that of another beside it was saved', async () => {
  questions.add(question('first'));
  const saved = questions.add(question('second'));
  saved();
  expect(questions.holds(elsewhere, '/a')).toBe(true);
  answers['first'] = false;
  expect(await questions.mayLeave('/a')).toBe(false);
  expect(asked).toEqual(['first']);
});

it('asks once about two forms, and for each other thing that is held', async () => {
  questions.add(question('control', { about: 'control' }));
  questions.add(question('first'));
  questions.add(question('second'));
  answers['control'] = false;
  expect(await questions.mayLeave('/a')).toBe(false);
  expect(asked).toEqual(['control']);
  answers['control'] = true;
  expect(await questions.mayLeave('/a')).toBe(true);
  expect(asked).toEqual(['control', 'control', 'second']);
});

it('asks nothing about what was saved while another question stood open', async () => {
  let save = (): void => undefined;
  questions.add(
    question('control', {
      about: 'control',
      ask: async () => {
        save();
        return true;
      },
    }),
  );
  save = questions.add(question('form'));
  expect(await questions.mayLeave('/a')).toBe(true);
  expect(asked).toEqual([]);
});

it('holds nothing of an address that shows the same, or of another page', () => {
  questions.add(question('form'));
  expect(questions.holds({ pathname: '/a', search: '?open=1' }, '/a')).toBe(false);
  expect(questions.holds(elsewhere, '/c')).toBe(false);
});
