/** A step of the router: to an address query, in the place of the present one or after it, or one back. */
export type Step = { query: URLSearchParams; replace: boolean; state: unknown } | 'back';

const own = { drawer: true };
const isOwn = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'drawer') === true;

/** Opens a record. The first opens in a step of its own, so that the browser's Back closes it; others take its place. */
export const stepToOpen = (query: URLSearchParams, state: unknown, oid: string): Step => {
  const after = new URLSearchParams(query);
  after.set('open', oid);
  return query.has('open')
    ? { query: after, replace: true, state }
    : { query: after, replace: false, state: own };
};

/** Closes the record: back over the step that opened it, or in place where the address came with it open. */
export const stepToClose = (query: URLSearchParams, state: unknown): Step => {
  if (isOwn(state)) return 'back';
  const after = new URLSearchParams(query);
  after.delete('open');
  return { query: after, replace: true, state: null };
};
