import { describe, expect, it } from 'vitest';
import { dayText } from '@eyrie/domain';
import { changeOf } from './measure-text.ts';

describe('a comparison', () => {
  it('is a part of what was before, and none where there was nothing', () => {
    expect(changeOf(15, 10)).toBe(0.5);
    expect(changeOf(0, 10)).toBe(-1);
    expect(changeOf(3, 0)).toBeNull();
    expect(changeOf(null, 4)).toBeNull();
  });
});

describe('a day of a chart', () => {
  it('is the day of the organisation wherever the browser stands', () => {
    expect(dayText('2026-03-01', 'day', 'en-GB')).toBe('1 Mar');
    expect(dayText('2026-03-01', 'month', 'en-GB')).toBe('Mar 2026');
  });
});
