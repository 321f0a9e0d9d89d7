import type { BreakPoint } from '@eyrie/dji';

/** What is kept of a break with its flight: the reason also where only the result or an earlier message told it. */
export const breakToKeep = (
  point: BreakPoint | null,
  { reason }: { reason: number | null },
): Partial<BreakPoint> | null => (reason === null ? point : { ...point, reason });

/** The reason of a break as it is kept with a flight; null: the route flies, or nobody said. */
export const storedReason = ({
  paused,
  break_point: kept,
}: {
  paused: boolean;
  break_point: unknown;
}): number | null => {
  const { reason } = (kept ?? {}) as Partial<BreakPoint>;
  return paused && typeof reason === 'number' ? reason : null;
};
