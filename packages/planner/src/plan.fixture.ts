import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import { freshPlan } from './fresh-plan.ts';

export const home = { lng: 113.95, lat: 22.54 };

/** A point so many metres east and north of the home of the tests. */
export const pointAt = (
  id: string,
  east: number,
  north: number,
  more: Partial<PlanPoint> = {},
): PlanPoint => ({
  id,
  ...destination(destination(home, 90, east), 0, north),
  height: 80,
  actions: [],
  ...more,
});

/** A plan with a dock at home (on ground 20 m above the sea) and these points. */
export function planWith(
  points: readonly PlanPoint[],
  more: Partial<RoutePlan> = {},
  settings: Partial<RoutePlan['settings']> = {},
): RoutePlan {
  const plan = freshPlan(more.type ?? 'waypoint');
  return {
    ...plan,
    ...more,
    points: [...points],
    settings: {
      ...plan.settings,
      drone: '0-91-1',
      payload: { type: 81, position: 0 },
      takeOff: { ...home, height: 16.5 },
      ...settings,
    },
  };
}
