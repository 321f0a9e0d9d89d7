import { isBlockedByObstacle } from '@eyrie/domain';
import type { BreakPoint } from '@eyrie/dji';

/** A break as it is kept with its flight. */
export interface KeptBreak extends Partial<BreakPoint> {
  /** An obstacle was first to stop it there, whoever called the aircraft home then. */
  obstacle?: boolean;
}

const isBlocked = ({ obstacle, reason }: KeptBreak): boolean =>
  obstacle === true || isBlockedByObstacle(reason ?? null);

/**
 * What is kept of a break with its flight: the reason also where only the result or an earlier message says it, the place
 * also while the aircraft returns from it. Null: the route flies.
 */
export const breakToKeep = (
  point: BreakPoint | null,
  { reason, phase = null }: { reason: number | null; phase?: string | null },
  former: unknown = null,
): KeptBreak | null => {
  const before = former as KeptBreak | null;
  const reported = reason === null ? {} : { reason };
  if (point === null) {
    if (reason !== null) return { ...before, reason };
    return phase === 'returning' || phase === 'landing' ? before : null;
  }
  const isSame = before?.index === point.index && (before.waylineId ?? null) === point.waylineId;
  return { ...point, ...reported, ...(before && isSame && isBlocked(before) ? { obstacle: true } : {}) };
};

/** The reason of a break as it is kept with a flight; null: the route flies, or nobody said. */
export const storedReason = ({
  paused,
  break_point: kept,
}: {
  paused: boolean;
  break_point: unknown;
}): number | null => {
  const { reason } = (kept ?? {}) as KeptBreak;
  return paused && typeof reason === 'number' ? reason : null;
};

/** Whether an obstacle stopped the route there: it is not flown on from there. */
export const isBlockedBreak = (kept: unknown): boolean => isBlocked(kept ?? {});
