import { legLengths, type PlaceAtHeight } from '@eyrie/geometry';
import type { ResolvedPoint } from '../resolved.ts';

export type TurnMode = ResolvedPoint['turnMode'];

export const stopTurn: TurnMode = 'toPointAndStopWithDiscontinuityCurvature';
/** Turns that begin before their point; only they have a damping distance. */
export const passingTurns: ReadonlySet<TurnMode> = new Set([
  'coordinateTurn',
  'toPointAndPassWithContinuityCurvature',
]);
/** Metres before a point at which a passing turn begins at most unless somebody says so. */
const widestDamping = 10;

/** The damping of a passing turn between two legs of these metres: min(10, leg/3), so that two neighbours never meet. */
export const dampingOf = (before: number, after: number): number =>
  Math.min(widestDamping, Math.floor((Math.min(before, after) / 3) * 1000) / 1000);

interface Turning {
  readonly turnMode: TurnMode;
  /** Metres; undefined: by the rule. */
  readonly damping: number | undefined;
}

/**
 * Turns as the aircraft accepts them: first and last point stop with damping 0; a stopping turn has none; a passing one has
 * what is given, or min(10, leg/3) of the shorter of its legs.
 */
export function settledTurns(
  path: readonly PlaceAtHeight[],
  wanted: (index: number) => Turning,
): { turnMode: TurnMode; damping: number }[] {
  const lengths = legLengths(path);
  return path.map((_, index) => {
    const { turnMode, damping } = wanted(index);
    if (!passingTurns.has(turnMode)) return { turnMode, damping: 0 };
    if (index === 0 || index === path.length - 1) return { turnMode: stopTurn, damping: 0 };
    return { turnMode, damping: damping ?? dampingOf(lengths[index - 1] ?? 0, lengths[index] ?? 0) };
  });
}
