/** Numbers that look like chance and are the same each time, so that a demo can be looked at twice. */
export interface Chance {
  /** From 0 up to 1, without it. */
  share(): number;
  between(least: number, most: number): number;
  /** A whole number, both ends with it. */
  whole(least: number, most: number): number;
  /** True in such a share of all cases. */
  happens(share: number): boolean;
  one<T>(list: readonly [T, ...T[]]): T;
}

/** Mulberry32. */
export const createChance = (seed: number): Chance => {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + share() * (most - least);
  return {
    share,
    between,
    whole: (least, most) => Math.floor(between(least, most + 1)),
    happens: (part) => share() < part,
    one: (list) => list[Math.floor(share() * list.length)] ?? list[0],
  };
};
