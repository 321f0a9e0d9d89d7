import { describe, expect, it } from 'vitest';
import { acknowledge, openFindings, unacknowledge } from './acknowledge.ts';
import { check, find, settings } from './check.fixture.ts';

describe('acknowledging', () => {
  const plan = settings({ clearance: 90 });

  it('lets a warning stand by rule and place, also after an edit elsewhere', () => {
    const [warning] = openFindings(plan, check(plan)).warnings;
    const known = acknowledge(plan, warning!);
    const left = openFindings(known, check(known)).warnings.map(({ key }) => key);
    expect(left).not.toContain(warning!.key);
    expect(unacknowledge(known, warning!)).toEqual(plan);
    expect(acknowledge(known, warning!)).toBe(known);
  });

  it('shows it again when it is much worse', () => {
    const low = find(check(plan), 'clearance')!;
    const known = acknowledge(plan, low);
    const worse = { ...known, points: known.points.map((point) => ({ ...point, height: 40 })) };
    const again = openFindings(worse, check(worse)).warnings;
    expect(again.some(({ rule, leg }) => rule === 'clearance' && leg === low.leg)).toBe(true);
  });

  it('never lets an error stand', () => {
    const bad = settings({ takeOffSecurityHeight: 3 });
    const [error] = openFindings(bad, check(bad)).errors;
    expect(acknowledge(bad, error!)).toBe(bad);
  });
});
