import { describe, expect, it } from 'vitest';
import { dayText, spanText } from '@eyrie/domain';
import { numberText } from '@eyrie/web/format';
import { changeOf, comparedText } from './measure-text.ts';

const figures = {
  difference: (value: number, unit?: string, decimals = 0): string =>
    `${value > 0 ? '+' : ''}${numberText(value, 'en', decimals)} ${unit}`,
};

describe('a comparison', () => {
  it('is a part of what was before, and none where there was nothing', () => {
    expect(changeOf(15, 10)).toBe(0.5);
    expect(changeOf(0, 10)).toBe(-1);
    expect(changeOf(3, 0)).toBeNull();
    expect(changeOf(null, 4)).toBeNull();
  });
});

describe('a comparison in words', () => {
  it('is in percent of what was before', () => {
    const asked = { unit: 'count', total: 139, previous: 133 } as const;
    expect(comparedText(figures, asked, 'points')).toBe('+5 %');
    expect(comparedText(figures, { ...asked, previous: 0 }, 'points')).toBeNull();
  });

  it('is in percentage points for a share, also where that was nothing before', () => {
    const asked = { unit: 'share', total: 0.971, previous: 0.902 } as const;
    expect(comparedText(figures, asked, 'points')).toBe('+6.9 points');
    expect(comparedText(figures, { ...asked, previous: 0 }, 'points')).toBe('+97.1 points');
    expect(comparedText(figures, { ...asked, previous: null }, 'points')).toBeNull();
  });
});

describe('a day of a chart', () => {
  it('is the day of the organisation wherever the browser stands', () => {
    expect(dayText('2026-03-01', 'day', 'en-GB')).toBe('1 Mar');
    expect(dayText('2026-03-01', 'month', 'en-GB')).toBe('Mar 2026');
  });
});

describe('a period in words', () => {
  it('names its years where they differ, and else none', () => {
    expect(spanText({ from: '2026-10-31', to: '2026-11-29' }, 'en-GB')).toEqual({
      from: '31 Oct',
      to: '29 Nov',
    });
    expect(spanText({ from: '2016-12-02', to: '2026-11-29' }, 'en-GB')).toEqual({
      from: '2 Dec 2016',
      to: '29 Nov 2026',
    });
  });
});
