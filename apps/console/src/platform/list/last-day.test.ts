import { describe, expect, it } from 'vitest';
import { lastDay } from './last-day.tsx';

describe('the last day of something', () => {
  const zone = 'America/New_York';
  const end = Date.UTC(2027, 6, 5, 4) - 1;

  it('is a day of the organisation, wherever the form is filled in', () => {
    const { shown, sends } = lastDay(zone, 0);
    expect(shown(end)).toBe('2027-07-04');
    expect(sends('2027-07-04')).toBe(end);
  });

  it('may be taken away, and lies ahead', () => {
    const { shown, sends, check } = lastDay(zone, end);
    expect(sends('')).toBeNull();
    expect(shown(null)).toBe('');
    expect(check('', '2027-07-04')).toBeNull();
    expect(check('2027-07-03', '2027-07-04')).toBe('issue.future');
    expect(check('2027-07-05', '')).toBeNull();
    expect(lastDay(zone, end + 1).check('2027-07-04', '2027-07-04')).toBeNull();
  });
});
