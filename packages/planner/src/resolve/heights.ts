import type { PlanSettings } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { Ground } from '../resolved.ts';

/** How the heights of a plan and heights above the sea become one another. All in metres. */
export interface HeightFrame {
  /** Of the take-off point above the sea (EGM96); null: not known. */
  readonly takeOffSea: number | null;
  /** Above the sea; null where that would need an unknown take-off height or undulation. */
  toSea(place: Place, height: number): number | null;
  /** In the plan's height mode; null where that would need an unknown take-off height or undulation. */
  toPlan(place: Place, seaHeight: number): number | null;
}

/** An undulation that is not known is NaN, and so is everything that needs it. */
const known = (height: number): number | null => (Number.isNaN(height) ? null : height);

/**
 * Metres of the take-off point above the sea: what its device reports, less the undulation, or else the ground there. Null: no
 * take-off point, or its ground is unknown.
 */
export function takeOffSea({ takeOff }: Pick<PlanSettings, 'takeOff'>, ground: Ground): number | null {
  if (!takeOff) return null;
  return takeOff.height === null
    ? ground.height(takeOff)
    : known(takeOff.height - ground.undulation(takeOff));
}

/** Heights of a plan by its mode: ellipsoidal = above the sea + undulation; relative = above the sea − take-off. */
export function heightFrame(
  settings: Pick<PlanSettings, 'heightMode' | 'takeOff'>,
  ground: Ground,
): HeightFrame {
  const start = takeOffSea(settings, ground);
  switch (settings.heightMode) {
    case 'relative':
      return {
        takeOffSea: start,
        toSea: (_place, height) => (start === null ? null : start + height),
        toPlan: (_place, sea) => (start === null ? null : sea - start),
      };
    case 'altitude':
      return { takeOffSea: start, toSea: (_place, height) => height, toPlan: (_place, sea) => sea };
    default:
      return {
        takeOffSea: start,
        toSea: (place, height) => known(height - ground.undulation(place)),
        toPlan: (place, sea) => known(sea + ground.undulation(place)),
      };
  }
}
