import { expect, it } from 'vitest';
import { createShownHere } from './shown-here.ts';

/** Two pictures of one page that show these cameras. */
const twoOf = (first: string, second: string) => {
  const page = createShownHere();
  const [one, other] = [page.open(), page.open()];
  one.shows(first);
  other.shows(second);
  return { one, other };
};

it('two pictures that change places leave neither camera', () => {
  const { one, other } = twoOf('fpv', 'payload');
  one.wants('payload');
  other.wants('fpv');
  expect([one.leaves('fpv'), other.leaves('payload')]).toEqual([false, false]);
});

it('a camera is left by the last picture that shows it, in whatever order they leave', () => {
  const { one, other } = twoOf('dock', 'dock');
  one.wants('fpv');
  other.wants('payload');
  expect(one.leaves('dock')).toBe(false);
  expect(other.leaves('dock')).toBe(true);
});

it('a picture that is closed needs nothing more', () => {
  const { one, other } = twoOf('dock', 'fpv');
  one.wants('fpv');
  expect(other.leaves('fpv')).toBe(false);
  one.close();
  expect(other.leaves('fpv')).toBe(true);
});
