import { distance } from '@eyrie/geometry';
import { warning } from './warning.ts';
import type { RouteFolder } from './read-document.ts';
import type { Placemark } from './read-placemark.ts';
import type { WpmlWarning } from './route.ts';

/** Metres two documents may differ by: planners round to 8 decimals or to a millimetre. */
const tolerance = 0.05;

/**
 * Planners rebuild the flown document from the plan, so a file whose two documents disagree would change its
 * path the first time somebody edits it.
 */
export function compareWithTemplate(
  flownLines: readonly RouteFolder[],
  plannedLines: readonly RouteFolder[],
): WpmlWarning[] {
  if (flownLines.length === 0 || plannedLines.length === 0) return [];
  const [flown, planned] = [flownLines, plannedLines].map((lines) =>
    lines.flatMap(({ placemarks }) => placemarks),
  ) as [Placemark[], Placemark[]];
  if (flown.length !== planned.length)
    return [warning('templateDiffers', false, { flown: flown.length, planned: planned.length })];
  const moved = flown.flatMap((place, i) => {
    const plan = planned[i];
    return plan && distance(place, plan) > tolerance ? [i] : [];
  });
  return moved.length === 0 ? [] : [warning('templateDiffers', false, {}, moved.length, moved.slice(0, 10))];
}
