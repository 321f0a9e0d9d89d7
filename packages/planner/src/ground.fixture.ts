import type { ObstacleField, Place } from '@eyrie/geometry';
import type { Ground } from './resolved.ts';

const fieldOf = (top: (place: Place) => number | null): ObstacleField => ({
  topAt: top,
  at: (place) => {
    const height = top(place);
    return height === null ? null : { top: height, name: 'WT-1', layer: 'Buildings' };
  },
  between: () => true,
});

/** Ground for tests: level at so many metres unless a function says otherwise, with an undulation that is not zero. */
export const groundOf = (
  height: number | ((place: Place) => number | null) | null,
  obstacle?: (place: Place) => number | null,
): Ground => ({
  height: typeof height === 'function' ? height : () => height,
  undulation: () => -3.5,
  ...(obstacle ? { obstacles: fieldOf(obstacle) } : {}),
});
