import { describe, expect, it } from 'vitest';
import { readingOf } from './thermal-unit.ts';

const none = { unit: null, scale: null, offset: null };

describe('the unit of samples', () => {
  it.each([
    ['°C', 20],
    ['deg C', 20],
    ['Celsius', 20],
    ['K', -253.15],
    ['kelvin', -253.15],
    ['&#176;F', -6.667],
  ])('is %s where the file names it', (unit, celsius) => {
    const reading = readingOf('fractions', { ...none, unit });
    expect(reading?.source).toBe('named');
    expect(reading?.celsius(20)).toBeCloseTo(celsius, 2);
  });

  it('is assumed where the file names none, and the scale of 16 bits too', () => {
    expect(readingOf('fractions', none)?.source).toBe('celsius');
    const whole = readingOf('whole', none);
    expect([whole?.source, whole?.celsius(29_315)]).toEqual(['kelvin', expect.closeTo(20, 3)]);
    expect(readingOf('whole', { ...none, unit: 'K' })?.source).toBe('kelvin');
    expect(readingOf('whole', { ...none, scale: '0.01' })?.source).toBe('kelvin');
    expect(readingOf('fractions', { ...none, unit: ' ' })?.source).toBe('celsius');
  });

  it('is that of 16 bits where the file names unit and scale', () => {
    const reading = readingOf('whole', { unit: 'K', scale: '0.04', offset: '0' });
    expect([reading?.source, reading?.celsius(7_500)]).toEqual(['named', expect.closeTo(26.85, 3)]);
    const shifted = readingOf('whole', { unit: 'C', scale: '0.1', offset: '-100' });
    expect([shifted?.source, shifted?.celsius(1_200)]).toEqual(['named', expect.closeTo(20, 3)]);
  });

  it.each([
    ['a unit of something else', 'fractions', { unit: 'm' }],
    ['°C without the scale of 16 bits', 'whole', { unit: 'C' }],
    ['a scale of 16 bits without its unit', 'whole', { scale: '0.04' }],
    ['a shift of 16 bits without their unit', 'whole', { offset: '-100' }],
    ['a scale that is no number', 'fractions', { unit: 'C', scale: 'one' }],
    ['a scale of nothing', 'fractions', { unit: 'C', scale: '0' }],
    ['a shift that is no number', 'fractions', { unit: 'C', offset: 'NaN' }],
  ] as const)('is none with %s', (_what, samples, named) => {
    expect(readingOf(samples, { ...none, ...named })).toBeNull();
  });
});
