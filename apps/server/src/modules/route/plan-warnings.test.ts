import type { RouteWarning } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { heldOver } from './plan-warnings.ts';

const blocking = (code: string): RouteWarning => ({ code, blocking: true, values: {} });
const unchecked = (code: string): RouteWarning => ({ code, blocking: false, values: { missing: 'terrain' } });

it('a collision found once is not lifted by a look that lacks the terrain', () => {
  const before = [blocking('collision'), blocking('insideNoFly')];
  expect(heldOver(before, [unchecked('clearance')])).toEqual([blocking('collision')]);
});

it('is lifted by a look that lacks nothing, and not said twice', () => {
  expect(heldOver([blocking('collision')], [])).toEqual([]);
  expect(heldOver([blocking('reach')], [blocking('reach'), unchecked('clearance')])).toEqual([]);
});
