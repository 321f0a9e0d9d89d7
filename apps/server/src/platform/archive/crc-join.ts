const POLYNOMIAL = 0xedb88320;
/** x to the power of 0 and of 1, as bits of a CRC are ordered. */
const ONE = 0x80000000;
const X = 0x40000000;

/** Product of two polynomials modulo that of the CRC. @param one not 0 */
const times = (one: number, other: number): number => {
  let [product, factor] = [0, other];
  for (let bit = ONE; ; bit >>>= 1) {
    if ((one & bit) !== 0) {
      product ^= factor;
      if ((one & (bit - 1)) === 0) return product >>> 0;
    }
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
};

/** x to the power of 2 to the power of each place; the powers come round after 32. */
const powers: readonly number[] = (() => {
  const all = [X];
  while (all.length < 32) all.push(times(all.at(-1) as number, all.at(-1) as number));
  return all;
})();

/**
 * CRC-32 of two runs of bytes together, from the sum of each.
 * @param length bytes of the second one
 */
export const joinCrc = (first: number, second: number, length: number): number => {
  let shift = ONE;
  // Eight times as many bits as bytes: from the third power on.
  for (let [left, place] = [length, 3]; left > 0; left = Math.floor(left / 2), place += 1)
    if (left % 2 === 1) shift = times(powers[place % 32] as number, shift);
  return (times(shift, first) ^ second) >>> 0;
};
