import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import { freshPlan } from '@eyrie/planner';

export const home = { lng: 113.95, lat: 22.54 };

/** A route to and fro over hills, `count` points 20 m apart with a photo at each. */
export function longPlan(count: number): RoutePlan {
  const plan = freshPlan('waypoint');
  const points = Array.from({ length: count }, (_, at): PlanPoint => {
    const east = (at % 50) * 20;
    const place = destination(destination(home, 90, east), 0, Math.floor(at / 50) * 20);
    return { id: `p${at + 1}`, ...place, height: 120, actions: [{ type: 'takePhoto' }] };
  });
  const takeOff = { ...home, height: 16 };
  return { ...plan, points, settings: { ...plan.settings, drone: '0-91-1', takeOff } };
}
