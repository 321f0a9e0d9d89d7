import type { DockLink } from './dock.link.ts';

/** One value that a room keeps of each link, for as long as this gateway has it. */
interface LinkSlot<Value> {
  of(link: Pick<DockLink, 'kept'>): Value;
  set(link: Pick<DockLink, 'kept'>, value: Value): void;
}

/**
 * A place for what one room keeps of links: what others need not know stands in no shape that they share.
 * @param empty what it is until it is set
 */
export const linkSlot = <Value>(empty: Value): LinkSlot<Value> => {
  const key = Symbol('slot of a link');
  return {
    of: ({ kept }) => (kept.has(key) ? (kept.get(key) as Value) : empty),
    set: ({ kept }, value) => void kept.set(key, value),
  };
};
