import type { Place } from '@eyrie/geometry';
import type { Ground } from './resolved.ts';

/** Ground for tests: level at so many metres unless a function says otherwise, with an undulation that is not zero. */
export const groundOf = (
  height: number | ((place: Place) => number | null) | null,
  obstacle?: (place: Place) => number | null,
): Ground => ({
  height: typeof height === 'function' ? height : () => height,
  undulation: () => -3.5,
  ...(obstacle ? { obstacle } : {}),
});
