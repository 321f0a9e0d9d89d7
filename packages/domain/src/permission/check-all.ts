/** What a box shows that stands for several rights. */
export type CheckState = 'none' | 'some' | 'all';

/** @param rights at least one, or the box is empty. */
export function checkState(rights: readonly string[], granted: ReadonlySet<string>): CheckState {
  const count = rights.filter((one) => granted.has(one)).length;
  if (count === 0) return 'none';
  return count === rights.length ? 'all' : 'some';
}

/**
 * A click on a box that stands for several rights: what is missing is added; when nothing is missing, all go.
 * Rights that the member may not grant stay as they are, and do not keep the others from changing.
 */
export function toggleAll<Right extends string>(
  rights: readonly Right[],
  granted: ReadonlySet<Right>,
  grantable: (right: Right) => boolean,
): ReadonlySet<Right> {
  const open = rights.filter(grantable);
  const next = new Set(granted);
  const adds = open.some((one) => !granted.has(one));
  for (const one of open)
    if (adds) next.add(one);
    else next.delete(one);
  return next;
}

/** What saving would change, each in the order given. */
export const rightsDifference = <Right extends string>(
  before: Iterable<Right>,
  after: Iterable<Right>,
): { added: Right[]; removed: Right[] } => {
  const old = new Set(before);
  const fresh = new Set(after);
  return {
    added: [...fresh].filter((one) => !old.has(one)),
    removed: [...old].filter((one) => !fresh.has(one)),
  };
};
