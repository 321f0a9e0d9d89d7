/** Profiles whose parameter sets say how colours are sampled, and may bring lists of their own for scaling. */
const withColours = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]);
const block = 16;
/** Zeros before a number: beyond this it has more bits than any number of a parameter set. */
const zerosMost = 31;

/** Reads numbers of any length of bits. @throws RangeError at the end of the bytes */
class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new RangeError('a parameter set ends too early');
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }

  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) value = value * 2 + this.bit();
    return value;
  }

  /** A number as Exp-Golomb codes it. */
  number(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros > zerosMost) throw new RangeError('a number is too long');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** The same with a sign. */
  signed(): number {
    const value = this.number();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  }
}

/** Three bytes that mean something else have a fourth between them, which is none of the content. */
const withoutEmulation = (unit: Buffer): Buffer => {
  const kept: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept.push(byte);
  }
  return Buffer.from(kept);
};

const skipScaling = (reader: BitReader, lists: number): void => {
  for (let list = 0; list < lists; list += 1) {
    if (reader.bit() === 0) continue;
    const size = list < 6 ? 16 : 64;
    let [last, next] = [8, 8];
    for (let at = 0; at < size; at += 1) {
      if (next !== 0) next = (last + reader.signed() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
};

/** How colours are sampled, by the standard's number. @returns 1 where the profile does not say: 4:2:0 */
const coloursOf = (reader: BitReader, profile: number): number => {
  if (!withColours.has(profile)) return 1;
  const colours = reader.number();
  if (colours === 3) reader.bit();
  reader.number();
  reader.number();
  reader.bit();
  if (reader.bit() === 1) skipScaling(reader, colours === 3 ? 12 : 8);
  return colours;
};

const skipOrder = (reader: BitReader): void => {
  const kind = reader.number();
  if (kind === 0) reader.number();
  if (kind !== 1) return;
  reader.bit();
  reader.signed();
  reader.signed();
  for (let left = reader.number(); left > 0; left -= 1) reader.signed();
};

/**
 * Pixels of pictures by their parameter set of H.264 (7.3.2.1.1 of the standard).
 * @param unit without a length or start code
 * @returns null where it cannot be read
 */
export function sizeOfSps(unit: Buffer): { width: number; height: number } | null {
  try {
    const bytes = withoutEmulation(unit);
    const profile = bytes[1] ?? 0;
    // Behind the head of the unit, profile, constraints and level.
    const reader = new BitReader(bytes.subarray(4));
    reader.number();
    const colours = coloursOf(reader, profile);
    reader.number();
    skipOrder(reader);
    reader.number();
    reader.bit();
    const across = reader.number() + 1;
    const down = reader.number() + 1;
    const isWhole = reader.bit();
    if (isWhole === 0) reader.bit();
    reader.bit();
    const [left, right, top, bottom] =
      reader.bit() === 1
        ? [reader.number(), reader.number(), reader.number(), reader.number()]
        : [0, 0, 0, 0];
    // Margins are counted in samples of colour, and in pairs of lines where pictures come as halves.
    const stepX = colours === 1 || colours === 2 ? 2 : 1;
    const stepY = (colours === 1 ? 2 : 1) * (2 - isWhole);
    const width = across * block - (left + right) * stepX;
    const height = down * block * (2 - isWhole) - (top + bottom) * stepY;
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}
