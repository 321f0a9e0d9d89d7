import type { RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { acknowledge, isAcknowledged, unacknowledge } from './acknowledge.ts';
import { check, find, settings } from './check.fixture.ts';

describe('acknowledging', () => {
  const plan = settings({ clearance: 90 });
  const openWarnings = (of: RoutePlan) =>
    check(of).filter((one) => one.level === 'warning' && !isAcknowledged(of, one));

  it('lets a warning stand by rule and place, also after an edit elsewhere', () => {
    const [warning] = openWarnings(plan);
    const known = acknowledge(plan, warning!);
    const left = openWarnings(known).map(({ key }) => key);
    expect(left).not.toContain(warning!.key);
    expect(unacknowledge(known, warning!)).toEqual(plan);
    expect(acknowledge(known, warning!)).toBe(known);
  });

  it('shows it again when it is much worse', () => {
    const low = find(check(plan), 'clearance')!;
    const known = acknowledge(plan, low);
    const worse = { ...known, points: known.points.map((point) => ({ ...point, height: 40 })) };
    const again = openWarnings(worse);
    expect(again.some(({ rule, leg }) => rule === 'clearance' && leg === low.leg)).toBe(true);
  });

  it('never lets an error stand', () => {
    const bad = settings({ takeOffSecurityHeight: 3 });
    const error = check(bad).find(({ level }) => level === 'error');
    expect(acknowledge(bad, error!)).toBe(bad);
  });
});
