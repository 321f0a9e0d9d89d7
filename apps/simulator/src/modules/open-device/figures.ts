/** Degrees clockwise from north, 0 up to 360. */
export const compass = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** One digit behind the point. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;
