import type { TextOf } from '../../../platform/text.tsx';
import { expect, it } from 'vitest';
import { whyNotSaved } from './can-save.ts';

const text: TextOf = (id, values) => [id, ...Object.values(values ?? {})].join(' ');

it('a route is saved with a name that fits and with something drawn', () => {
  expect(whyNotSaved(text, '东线', false)).toBeNull();
  expect(whyNotSaved(text, 'x'.repeat(64), false)).toBeNull();
});

it('says why it is not: no name, nothing drawn, or a name that is too long, with what was given', () => {
  expect(whyNotSaved(text, '', false)).toBe('planner.nameNeeded');
  expect(whyNotSaved(text, '东线', true)).toBe('planner.drawNeeded');
  const said = whyNotSaved(text, 'x'.repeat(65), false);
  expect(said).toContain('issue.tooLong field.name 64');
  expect(said).toContain('x'.repeat(60));
});
