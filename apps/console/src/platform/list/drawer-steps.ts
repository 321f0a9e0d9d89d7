/** A step of the router: to an address query, in the place of the present one or after it, or one back. */
export type Step = { query: URLSearchParams; replace: boolean; state: unknown } | 'back';

/** Marks the step that opened a drawer by the name that the drawer has in the address. */
const isOwn = (state: unknown, name: string): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'drawer') === name;

/** Opens a record. The first opens in a step of its own, so that the browser's Back closes it; others take its place. */
export const stepToOpen = (query: URLSearchParams, state: unknown, oid: string, name = 'open'): Step => {
  const after = new URLSearchParams(query);
  after.set(name, oid);
  return query.has(name)
    ? { query: after, replace: true, state }
    : { query: after, replace: false, state: { drawer: name } };
};

/** Closes the record: back over the step that opened it, or in place where the address came with it open. */
export const stepToClose = (query: URLSearchParams, state: unknown, name = 'open'): Step => {
  if (isOwn(state, name)) return 'back';
  const after = new URLSearchParams(query);
  after.delete(name);
  return { query: after, replace: true, state: null };
};
