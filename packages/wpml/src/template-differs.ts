import { distance } from '@eyrie/geometry';
import { warning } from './warning.ts';
import type { RouteFolder } from './read-document.ts';
import type { WpmlWarning } from './route.ts';

/** Metres two documents may differ by: planners round to 8 decimals or to a millimetre. */
const tolerance = 0.05;

/**
 * Planners rebuild the flown document from the plan, so a file whose two documents disagree would change its
 * path the first time somebody edits it.
 */
export function compareWithTemplate(flown: RouteFolder | null, planned: RouteFolder | null): WpmlWarning[] {
  if (!flown || !planned) return [];
  if (flown.placemarks.length !== planned.placemarks.length) {
    const values = { flown: flown.placemarks.length, planned: planned.placemarks.length };
    return [warning('templateDiffers', false, values)];
  }
  const moved = flown.placemarks.flatMap((place, i) => {
    const plan = planned.placemarks[i];
    return plan && distance(place, plan) > tolerance ? [i] : [];
  });
  return moved.length === 0 ? [] : [warning('templateDiffers', false, {}, moved.length, moved.slice(0, 10))];
}
