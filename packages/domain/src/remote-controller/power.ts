/** The charge of a controller at one moment. */
export interface Charge {
  /** Any clock, ms. */
  at: number;
  percent: number;
}

/** Older figures say nothing of the present drain, ms. */
const windowLength = 15 * 60_000;
/** A shorter time, or a smaller fall, is no measure: the charge comes in whole percents. */
const measuredFor = 3 * 60_000;
const measuredFall = 2;

/** Moments at which the charge changed, the oldest first. One that rises begins anew: it is being charged. */
export const recordCharge = (charges: readonly Charge[], charge: Charge): readonly Charge[] => {
  const last = charges.at(-1);
  if (!last || charge.percent > last.percent) return [charge];
  if (charge.percent === last.percent) return charges;
  return [...charges.filter(({ at }) => charge.at - at <= windowLength), charge];
};

/**
 * Minutes until a controller is empty, from how fast its charge fell over the last minutes.
 * @returns null until that is known, and while it is charged
 */
export const minutesLeft = (charges: readonly Charge[]): number | null => {
  // The first figure may have been that for a while: only the moments at which one began are known.
  const [first] = charges.slice(1);
  const last = charges.at(-1);
  if (!first || !last) return null;
  const fall = first.percent - last.percent;
  const passed = last.at - first.at;
  if (fall < measuredFall || passed < measuredFor) return null;
  return Math.round((last.percent * passed) / fall / 60_000);
};
