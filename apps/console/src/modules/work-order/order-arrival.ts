/** An order among the newest that a reader sees. */
export interface Newest {
  oid: string;
  name: string;
  createdAt: number;
}

/** So many of the newest are looked at. */
export const newestMost = 10;

/**
 * The orders that came since the last look, the newest first. One that was made earlier and stored later, as by another server, is
 * among them.
 * @param before what were the newest then; undefined: nobody has looked yet, so nothing is new
 */
export const arrivedSince = (
  before: readonly Newest[] | undefined,
  now: readonly Newest[],
): readonly Newest[] => {
  if (before === undefined) return [];
  const known = new Set(before.map(({ oid }) => oid));
  // Where one was deleted an older one moves up, and is no news.
  const oldest =
    before.length < newestMost ? -Infinity : Math.min(...before.map(({ createdAt }) => createdAt));
  return now.filter(({ oid, createdAt }) => !known.has(oid) && createdAt > oldest);
};
