import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPhone, phonePattern } from './phone.ts';

const isDigits = (text: string): boolean =>
  text !== '' && [...text].every((sign) => sign >= '0' && sign <= '9');

/** The rule again, step by step and without a regular expression. */
function byHand(text: string): boolean {
  if (text === '') return true;
  let mobile = text;
  if (mobile.startsWith('+86')) mobile = mobile.slice(3);
  else if (mobile.startsWith('0086')) mobile = mobile.slice(4);
  if (
    mobile.length === 11 &&
    isDigits(mobile) &&
    mobile.startsWith('1') &&
    '3456789'.includes(mobile[1] ?? ' ')
  )
    return true;
  for (const area of [3, 4]) {
    const [code, rest] = [text.slice(0, area), text.slice(area)];
    const local = rest.startsWith('-') ? rest.slice(1) : rest;
    const fits = local.length === 7 || local.length === 8;
    if (isDigits(code) && code.startsWith('0') && isDigits(local) && fits && !local.startsWith('0'))
      return true;
  }
  return false;
}

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789'.split('')), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const near = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', '+86', '0086', '86', '+0086'),
      fc.constantFrom('13', '19', '12', '10'),
      fc.integer({ min: 8, max: 10 }),
    )
    .chain(([country, start, length]) => digits(length).map((rest) => `${country}${start}${rest}`)),
  fc
    .tuple(
      fc.constantFrom('010', '0755', '01', '00', '07551'),
      fc.constantFrom('', '-', '--', ' '),
      fc.integer({ min: 6, max: 9 }),
    )
    .chain(([area, between, length]) => digits(length).map((rest) => `${area}${between}${rest}`)),
  fc.array(fc.constantFrom(...'0123456789+- '.split('')), { maxLength: 16 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

describe('the phone rule', () => {
  it('agrees with the same rule written by hand on 5,000 strings', () => {
    let good = 0;
    fc.assert(
      fc.property(near, (text) => {
        if (byHand(text)) good += 1;
        expect(isPhone(text)).toBe(byHand(text));
      }),
      { numRuns: 5_000 },
    );
    expect(good).toBeGreaterThan(200);
  });
  it.each(['', '13800138000', '+8619912345678', '008613912345678', '010-12345678', '07551234567'])(
    'takes %j',
    (text) => expect(isPhone(text)).toBe(true),
  );
  it.each([
    '12800138000',
    '1380013800',
    '138001380000',
    '+86 13800138000',
    '8613800138000',
    '12345678',
    '010-1234567890',
    '０１０-12345678',
    '13800138000\n',
  ])('refuses %j', (text) => expect(isPhone(text)).toBe(false));
  it('walks no text further than its longest number, because nothing in it repeats without end', () => {
    const withoutClasses = phonePattern.source.replace(/\\./g, 'c').replace(/\[[^\]]*\]/g, 'c');
    expect(withoutClasses).not.toMatch(/[*+]|\{\d+,\}/);
    for (const text of ['0'.repeat(50_000), '+86'.repeat(20_000), `1${'3'.repeat(50_000)}`])
      expect(isPhone(text)).toBe(false);
  });
});
