/** Repeatable chance: the same seed gives the same weather, ids and delays. */
export interface Random {
  /** 0 ≤ value < 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Text shaped like a UUIDv4. */
  uuid(): string;
}

const seedOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return hash >>> 0;
};

/** Mulberry32: 32 bits of state are plenty for weather and ids that only have to differ. */
export function seededRandom(seed: string): Random {
  let state = seedOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[Math.floor(next() * 4)]}${hex(3)}-${hex(12)}`,
  };
}

/** A curve through random values at whole numbers, eased between them: −1 to 1. */
export function smoothNoise(seed: string): (at: number) => number {
  const value = (cell: number) => seededRandom(`${seed}:${cell}`).between(-1, 1);
  return (at) => {
    const cell = Math.floor(at);
    const part = at - cell;
    const eased = part * part * (3 - 2 * part);
    return value(cell) * (1 - eased) + value(cell + 1) * eased;
  };
}
