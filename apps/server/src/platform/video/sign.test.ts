import { expect, test } from 'vitest';
import { signStream, verifyStream } from './sign.ts';

const now = 1_700_000_000_000;
const sign = signStream('secret', 'publish', '/live/a', now + 1_000);

test('a signature holds for its use, path and time only', () => {
  expect(verifyStream('secret', 'publish', '/live/a', sign, now)).toBe(true);
  expect(verifyStream('secret', 'play', '/live/a', sign, now)).toBe(false);
  expect(verifyStream('secret', 'publish', '/live/b', sign, now)).toBe(false);
  expect(verifyStream('other', 'publish', '/live/a', sign, now)).toBe(false);
  expect(verifyStream('secret', 'publish', '/live/a', sign, now + 2_000)).toBe(false);
});

test.each([
  undefined,
  '',
  ['a'],
  'NaN-00',
  `9${sign}`,
  sign.slice(0, -1),
  `${sign}0`,
  sign.replace(/.$/, 'x'),
])('%s is no signature', (forged) => {
  expect(verifyStream('secret', 'publish', '/live/a', forged, now)).toBe(false);
});
