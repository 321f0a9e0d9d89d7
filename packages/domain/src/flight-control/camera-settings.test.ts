import { describe, expect, it } from 'vitest';
import { apertureCodes, apertureOf, exposureOf, isoOf, shutterOf } from './camera-settings.ts';

describe('numbers of a camera', () => {
  it.each([
    [1, -5],
    [15, -0.3],
    [16, 0],
    [17, 0.3],
    [18, 0.7],
    [19, 1],
    [31, 5],
    [255, null],
    [null, null],
  ])('exposure %s is %s', (number, value) => {
    expect(exposureOf(number)).toBe(value);
  });

  it('of sensitivity and shutter are those of the table, and none is made up', () => {
    expect([0, 1, 2, 11, 13, 14, 255, null].map(isoOf)).toEqual([
      null,
      null,
      50,
      25_600,
      102_400,
      null,
      null,
      null,
    ]);
    expect([0, 17, 47, 48, 59, 60, 65_534, null].map(shutterOf)).toEqual([
      '1/8000',
      '1/400',
      '1/1.25',
      '1.0',
      '8',
      null,
      null,
      null,
    ]);
  });

  it('of the aperture are f-numbers, and each stands once', () => {
    expect([0, 95, 280, 440, 1_100, 25_600].map(apertureOf)).toEqual([
      null,
      'f/0.95',
      'f/2.8',
      'f/4.4',
      'f/11',
      'f/256',
    ]);
    expect(apertureCodes.length).toBe(new Set(apertureCodes).size);
    expect(apertureCodes.toSorted((one, other) => one - other)).toEqual(apertureCodes);
  });
});
