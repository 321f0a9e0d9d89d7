import { expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

it.each([
  [null, '–'],
  [0, '0 unit.kilobyte'],
  [1, '1 unit.kilobyte'],
  [1_600, '2 unit.kilobyte'],
  [999_999, '1000 unit.kilobyte'],
  [1_000_000, '1.0 unit.megabyte'],
  [1_250_000_000, '1.3 unit.gigabyte'],
])('%s bytes are %s', (bytes, shown) => {
  const amount = (value: number | null, unit = '', digits = 1): string =>
    value === null ? '–' : `${value.toFixed(digits)} ${unit}`;
  expect(sizeText(bytes, { amount } as never, (id: string) => id)).toBe(shown);
});
