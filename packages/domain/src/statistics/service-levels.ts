/** What the product measures of itself for each dock. */
export interface ServiceLevel {
  /** A moment counts as within it up to here, ms; null: it is or it is not. */
  target: number | null;
  /** What counts, for those who read the declaration. */
  counts: string;
}

/** Every level of the service, once. Days are those of the organisation's zone. */
export const serviceLevels = {
  available: {
    target: null,
    counts: 'looks at a dock in service; within: it was online and not silent',
  },
  telemetryAge: {
    target: 10_000,
    counts: 'looks at a dock that was online, and how old the newest of its values was that had been stored',
  },
  commandAnswer: {
    target: 5_000,
    counts:
      'orders that left for a device, and the time until its first answer; an order without one has none',
  },
  firstFrame: {
    target: 2_000,
    counts:
      'live pictures that were ordered and not running before, and the time until the server had their stream; one that did not come has none',
  },
  launch: {
    target: 60_000,
    counts:
      'runs of timed tasks that wait for nothing, and the time from when they were due until they were launched; a missed one has none',
  },
} as const satisfies Record<string, ServiceLevel>;
export type ServiceLevelName = keyof typeof serviceLevels;
export const serviceLevelNames = Object.keys(serviceLevels) as [ServiceLevelName, ...ServiceLevelName[]];

/** Sums of one level over some days. */
export interface ServiceLevelSums {
  count: number;
  within: number;
  /** How many of them have a time, and the sum of those times, ms. */
  timed: number;
  sum: number;
}

/** Part within the target, and the mean time; null where there is nothing of which it could be one. */
export const serviceLevelFigures = ({
  count,
  within,
  timed,
  sum,
}: ServiceLevelSums): { share: number | null; mean: number | null } => ({
  share: count === 0 ? null : within / count,
  mean: timed === 0 ? null : sum / timed,
});
