import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplePassword, strongPassword } from './password.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const special = '@$#!%^*?&';

/** The rules again, sign by sign and without a regular expression. */
const simpleByHand = (text: string): boolean =>
  text.length >= 6 &&
  text.length <= 20 &&
  [...text].every((sign) => `${lower}${upper}${digits}_`.includes(sign));
const strongByHand = (text: string): boolean =>
  text.length >= 8 &&
  text.length <= 64 &&
  [lower, upper, digits, special].every((kind) => [...text].some((sign) => kind.includes(sign))) &&
  [...text].every((sign) => `${lower}${upper}${digits}${special}`.includes(sign));

/** Strings around the borders of both rules, and strings that have nothing to do with them. */
const near = (signs: string) =>
  fc.array(fc.constantFrom(...signs), { minLength: 0, maxLength: 70 }).map((all) => all.join(''));
const passwords = fc.oneof(
  near(`${lower}${upper}${digits}_`),
  near(`${lower}${upper}${digits}${special}`),
  near(`aA1@_ \n中é`),
  fc.array(fc.constantFrom('a', 'A', '1', '@'), { minLength: 4, maxLength: 21 }).map((all) => all.join('')),
  fc.tuple(near('aA1@'), fc.string({ unit: 'binary', maxLength: 3 })).map(([a, b]) => a + b),
  fc.string({ unit: 'binary', maxLength: 70 }),
);

describe('the password rules', () => {
  it('agree with the same rules written by hand on 2,000 strings', () => {
    const seen = { simple: 0, strong: 0 };
    fc.assert(
      fc.property(passwords, (text) => {
        if (simpleByHand(text)) seen.simple += 1;
        if (strongByHand(text)) seen.strong += 1;
        expect(simplePassword.test(text)).toBe(simpleByHand(text));
        expect(strongPassword.test(text)).toBe(strongByHand(text));
      }),
      { numRuns: 2_000 },
    );
    // Both sides of both borders were met, or the agreement would say little.
    expect(seen.simple).toBeGreaterThan(50);
    expect(seen.strong).toBeGreaterThan(50);
  });

  it.each(['abc_12', 'A'.repeat(20)])('takes %s in the simple form', (text) => {
    expect(simplePassword.test(text)).toBe(true);
  });
  it.each(['abc12', 'A'.repeat(21), 'abc 123', 'abc-123', 'abcdef\n', '密码密码密码', 'ａｂｃｄｅｆ'])(
    'refuses %j in the simple form',
    (text) => {
      expect(simplePassword.test(text)).toBe(false);
    },
  );
  it.each(['Abcdef1!', 'aB3$aB3$', `aA1@${'x'.repeat(60)}`])('takes %s in the strong form', (text) => {
    expect(strongPassword.test(text)).toBe(true);
  });
  it.each([
    'Abcde1!',
    'abcdef1!',
    'ABCDEF1!',
    'Abcdefg!',
    'Abcdefg1',
    'Abcdef1! ',
    'Abcdef1!\n',
    `aA1@${'x'.repeat(61)}`,
    '',
  ])('refuses %j in the strong form', (text) => {
    expect(strongPassword.test(text)).toBe(false);
  });
});
