import type { Link } from '../../platform/link-state.ts';

/** A count of this moment, null while nobody has told it; or since when it is not known, on the monotonic clock. */
export type CountNow = { count: number | null } | { unknownSince: number };

/** What may be said of a live count: nothing while this page hears nothing, however recently it was told. */
export const countNow = (
  { state, since, quietSince }: Link,
  live: number | null,
  stored: number | null | undefined,
): CountNow => {
  if (quietSince !== null) return { unknownSince: quietSince };
  if (state === 'down') return { unknownSince: since };
  return { count: live ?? stored ?? null };
};
