import type { RoutePlan, RouteWarning } from '@eyrie/domain';
import type { PlanFinding } from '@eyrie/planner';
import { describe, expect, it } from 'vitest';
import { lookOf, takeOffRead, type Before, type Look, type Sight } from './look.ts';
import { byRule, heldOver } from './plan-warnings.ts';

const blocking = (code: string): RouteWarning => ({ code, blocking: true, values: {} });
const unchecked = (code: string): RouteWarning => ({ code, blocking: false, values: { missing: 'terrain' } });
const found = (...codes: string[]) => ({ warnings: codes.map(blocking) });
const nothing = { look: { pending: [] }, same: true };
const codes = (warnings: readonly RouteWarning[]): string[] => warnings.map(({ code }) => code);

describe('a collision found once', () => {
  it('is not lifted by a look that lacks the terrain', () => {
    const before = found('collision', 'insideNoFly');
    expect(codes(heldOver(before, [unchecked('clearance')], nothing))).toEqual(['collision']);
  });

  it('is lifted by a look that lacks nothing, and not said twice', () => {
    expect(heldOver(found('collision'), [], nothing)).toEqual([]);
    expect(heldOver(found('reach'), [blocking('reach'), unchecked('clearance')], nothing)).toEqual([]);
  });

  it('is not lifted by a look that lacks a layer of the look before, also of a plan that was changed', () => {
    for (const same of [true, false])
      expect(codes(heldOver(found('collision', 'battery'), [], { look: { pending: ['L'] }, same }))).toEqual([
        'collision',
      ]);
  });

  it('is lifted by a change while something is missing that was missing before as well', () => {
    const look = { pending: [] };
    expect(heldOver(found('collision'), [unchecked('clearance')], { look, same: false })).toEqual([]);
  });
});

it('what counts from the take-off point is not lifted by who does not see it: battery and regions', () => {
  const before = found('battery', 'insideNoFly', 'photoTime');
  const look = { pending: [takeOffRead] };
  expect(codes(heldOver(before, [], { look, same: false }))).toEqual(['battery', 'insideNoFly']);
  expect(heldOver(before, [], { look: { pending: [] }, same: false })).toEqual([]);
});

describe('a look', () => {
  const sight = (more: Partial<Sight>): Sight => ({ layers: {}, read: [], without: [], ...more });
  const before = (look: Look | null, ...said: string[]): Before => ({
    warnings: said.map(blocking),
    look,
  });
  const earlier = (read: string[], pending: string[] = []): Look => ({ layers: {}, read, pending });

  it('keeps pending what an earlier one read and it does not see, however many come between', () => {
    const blind = sight({ without: ['A', 'B'] });
    const second = lookOf(blind, before(earlier(['A'])));
    expect(second.pending).toEqual(['A']);
    expect(lookOf(blind, before(second)).pending).toEqual(['A']);
  });

  it('keeps nothing pending that it read, that is gone, or that nobody ever read', () => {
    const seen = sight({ read: ['A'] });
    expect(lookOf(seen, before(earlier(['A'], ['A']))).pending).toEqual([]);
    expect(lookOf(sight({}), before(earlier(['A']))).pending).toEqual([]);
    expect(lookOf(sight({ without: ['B'] }), before(earlier(['A']))).pending).toEqual([]);
    expect(lookOf(sight({ without: ['B'] }), null).pending).toEqual([]);
  });

  it('keeps everything pending that there is where nobody wrote down by what a route was found to be unsafe', () => {
    expect(lookOf(sight({ without: ['A'] }), before(null, 'collision')).pending).toEqual(['A']);
    expect(lookOf(sight({ without: ['A'] }), before(null)).pending).toEqual([]);
  });
});

describe('a rule that is said once', () => {
  const waypoints = ['a', 'b', 'c'].map((id) => ({ id })) as RoutePlan['points'];
  const at = (points: string[], leg: string | null = null) =>
    ({ rule: 'intervalEnd', level: 'warning', values: {}, count: 1, points, leg }) as unknown as PlanFinding;
  const valuesOf = (findings: PlanFinding[]) =>
    byRule(findings, { points: waypoints }).get('intervalEnd')?.values;

  it('names its waypoints by their places, as the reader of files does', () => {
    expect(valuesOf([at(['b']), at(['c', 'b'])])).toEqual({ count: 2, waypoints: '1, 2' });
  });

  it('names none where a leg does, or where points are computed', () => {
    expect(valuesOf([at(['b', 'c'], '2→3')])).toEqual({ count: 1, leg: '2→3' });
    expect(valuesOf([at(['computed'])])).toEqual({ count: 1 });
  });
});
