/** Whether two figures are a place only with the latitude first, as many programs write them. */
export const isLatitudeFirst = (first: number, second: number): boolean =>
  Math.abs(first) <= 90 && Math.abs(second) > 90 && Math.abs(second) <= 180;
