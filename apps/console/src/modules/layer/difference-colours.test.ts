import { expect, it } from 'vitest';
import {
  differenceColour,
  differencePixels,
  differenceSpan,
  differenceValues,
} from './difference-colours.ts';

it('colours what sank red, what rose blue, and leaves clear what is not known', () => {
  expect(differenceColour(-2)).toEqual([178, 24, 43]);
  expect(differenceColour(0)).toEqual([247, 247, 247]);
  expect(differenceColour(1)).toEqual([33, 102, 172]);
  const pixels = differencePixels(Float32Array.of(Number.NaN, 5, 0), 5);
  expect([...pixels.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  expect([...pixels.subarray(4, 8)]).toEqual([33, 102, 172, 230]);
  expect(pixels[11]).toBe(120);
});

it('takes the larger end for the strongest colour', () => {
  expect([differenceSpan(-3, 8), differenceSpan(-0.01, 0.02), differenceSpan(null, null)]).toEqual([
    8, 0.1, 0.1,
  ]);
});

it('reads numbers as they are sent', () => {
  const sent = Buffer.from(Float32Array.of(1.5, Number.NaN).buffer).toString('base64');
  expect([...differenceValues(sent)]).toEqual([1.5, Number.NaN]);
});
