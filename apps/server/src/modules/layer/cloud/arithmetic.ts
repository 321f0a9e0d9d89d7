/** Where the length of an interval is too short to go on with. */
const leastLength = 0x0100_0000;

interface Model {
  counts: Uint32Array;
  /** Of 2^15, how much lies before each symbol. */
  before: Uint32Array;
  total: number;
  cycle: number;
  left: number;
}

const renew = (model: Model): void => {
  const { counts, before } = model;
  model.total += model.cycle;
  if (model.total > 1 << 15) {
    model.total = 0;
    for (let at = 0; at < counts.length; at += 1)
      model.total += counts[at] = ((counts[at] as number) + 1) >>> 1;
  }
  const scale = Math.floor(0x8000_0000 / model.total);
  let sum = 0;
  for (let at = 0; at < counts.length; at += 1) {
    before[at] = Math.floor((scale * sum) / 65_536);
    sum += counts[at] as number;
  }
  model.cycle = Math.min((5 * model.cycle) >>> 2, (counts.length + 6) << 3);
  model.left = model.cycle;
};

const modelOf = (symbols: number): Model => {
  const counts = new Uint32Array(symbols).fill(1);
  const model = { counts, before: new Uint32Array(symbols), total: 0, cycle: symbols, left: 0 };
  renew(model);
  model.cycle = model.left = (symbols + 6) >>> 1;
  return model;
};

/** Reads what LAZ packs its table of chunks with. Beyond the end it reads zeros: what comes out is then checked anyway. */
const decoderOf = (bytes: Uint8Array) => {
  let at = 4;
  let length = 0xffff_ffff;
  let value = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const shift = (): void => {
    while (length < leastLength) {
      value = (value * 256 + (bytes[at] ?? 0)) % 0x1_0000_0000;
      length = (length * 256) % 0x1_0000_0000;
      at += 1;
    }
  };
  const bits = (count: number): number => {
    if (count > 19) return bits(16) + bits(count - 16) * 65_536;
    length = Math.floor(length / 2 ** count);
    const symbol = Math.floor(value / length);
    value -= length * symbol;
    shift();
    return symbol;
  };
  return {
    bits,
    symbol(model: Model): number {
      const whole = length;
      length = Math.floor(length / 32_768);
      const { before, counts } = model;
      let [found, end] = [0, before.length];
      while (end - found > 1) {
        const middle = (found + end) >>> 1;
        if (length * (before[middle] as number) > value) end = middle;
        else found = middle;
      }
      const start = length * (before[found] as number);
      const stop = end < before.length ? length * (before[end] as number) : whole;
      value -= start;
      length = stop - start;
      shift();
      counts[found] = (counts[found] as number) + 1;
      if ((model.left -= 1) === 0) renew(model);
      return found;
    },
    /** One bit whose chance is a half: the first that a model of bits is asked for, and of the table hardly ever more. */
    bit(model: BitModel): number {
      const part = model.chance * Math.floor(length / 8_192);
      const isSet = value >= part;
      if (isSet) [value, length] = [value - part, length - part];
      else {
        length = part;
        model.zeros += 1;
      }
      shift();
      if ((model.left -= 1) === 0) renewBit(model);
      return isSet ? 1 : 0;
    },
  };
};

interface BitModel {
  zeros: number;
  all: number;
  chance: number;
  cycle: number;
  left: number;
}

const renewBit = (model: BitModel): void => {
  model.all += model.cycle;
  if (model.all > 8_192) {
    model.all = (model.all + 1) >>> 1;
    model.zeros = (model.zeros + 1) >>> 1;
    if (model.zeros === model.all) model.all += 1;
  }
  model.chance = Math.floor((model.zeros * Math.floor(0x8000_0000 / model.all)) / 2 ** 18);
  model.cycle = Math.min(64, (5 * model.cycle) >>> 2);
  model.left = model.cycle;
};

/** The highest bits of a difference that have a model; those below them are written as they are. */
const modelled = 8;

/**
 * Reads whole numbers that were written as differences to the one before, as LAZ writes its table of chunks.
 * @returns of each row its numbers, in as many columns as are asked for
 */
export function readDifferences(bytes: Uint8Array, rows: number, columns: readonly number[]): number[][] {
  const decoder = decoderOf(bytes);
  const lengths = [modelOf(33), modelOf(33)];
  const correctors = Array.from({ length: 33 }, (_, at) => modelOf(2 ** Math.min(at, modelled)));
  const first: BitModel = { zeros: 1, all: 2, chance: 4_096, cycle: 4, left: 4 };
  const difference = (context: number): number => {
    const length = decoder.symbol(lengths[context] as Model);
    if (length === 0) return decoder.bit(first);
    if (length === 32) return -0x8000_0000;
    let number = decoder.symbol(correctors[length] as Model);
    const plain = length - modelled;
    if (plain > 0) number = number * 2 ** plain + decoder.bits(plain);
    return number >= 2 ** (length - 1) ? number + 1 : number - (2 ** length - 1);
  };
  const before = new Map<number, number>();
  return Array.from({ length: rows }, () =>
    columns.map((column) => {
      const next = ((before.get(column) ?? 0) + difference(column)) | 0;
      before.set(column, next);
      return next >>> 0;
    }),
  );
}
