/** A number of 0 up to 1 that belongs to a cell of a grid; the same in every process. */
export const cellNoise = (x: number, y: number, seed: number): number => {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 1_442_695_041);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_146_121_005);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
};

/** Noise of −1 to 1 without corners, with features of one unit. */
export const smoothNoise = (x: number, y: number, seed: number): number => {
  const left = Math.floor(x);
  const low = Math.floor(y);
  const right = x - left;
  const up = y - low;
  const u = right * right * (3 - 2 * right);
  const v = up * up * (3 - 2 * up);
  const south = cellNoise(left, low, seed) * (1 - u) + cellNoise(left + 1, low, seed) * u;
  const north = cellNoise(left, low + 1, seed) * (1 - u) + cellNoise(left + 1, low + 1, seed) * u;
  return 2 * (south * (1 - v) + north * v) - 1;
};

/** 0 below `from`, 1 above `to`, without a corner between them. */
export const ramp = (value: number, from: number, to: number): number => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
};
