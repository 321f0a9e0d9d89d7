import { lasHead, pointRecord, recordOf, type MadeLas } from './las.fixture.ts';

interface Model {
  counts: number[];
  before: number[];
  total: number;
  cycle: number;
  left: number;
}

const renew = (model: Model): void => {
  model.total += model.cycle;
  if (model.total > 32_768) {
    model.counts = model.counts.map((count) => (count + 1) >>> 1);
    model.total = model.counts.reduce((sum, count) => sum + count, 0);
  }
  const scale = Math.floor(2 ** 31 / model.total);
  let sum = 0;
  model.counts.forEach((count, at) => {
    model.before[at] = Math.floor((scale * sum) / 65_536);
    sum += count;
  });
  model.cycle = Math.min((5 * model.cycle) >>> 2, (model.counts.length + 6) << 3);
  model.left = model.cycle;
};
const modelOf = (symbols: number): Model => {
  const model = { counts: Array<number>(symbols).fill(1), before: [], total: 0, cycle: symbols, left: 0 };
  renew(model);
  model.cycle = model.left = (symbols + 6) >>> 1;
  return model;
};

/** Packs symbols as LAZ does. Written for tests, and held against the decoder that is used. */
const encoder = () => {
  const out: number[] = [];
  let [base, length] = [0, 0xffff_ffff];
  const carry = (): void => {
    let at = out.length - 1;
    while (out[at] === 255) {
      out[at] = 0;
      at -= 1;
    }
    out[at] = (out[at] ?? 0) + 1;
  };
  const settle = (): void => {
    if (base >= 2 ** 32) {
      base -= 2 ** 32;
      carry();
    }
    while (length < 2 ** 24) {
      out.push(Math.floor(base / 2 ** 24));
      base = (base % 2 ** 24) * 256;
      length *= 256;
    }
  };
  const bits = (count: number, value: number): void => {
    if (count > 19) {
      bits(16, value % 65_536);
      bits(count - 16, Math.floor(value / 65_536));
      return;
    }
    length = Math.floor(length / 2 ** count);
    base += value * length;
    settle();
  };
  return {
    bits,
    symbol(model: Model, symbol: number): void {
      const part = Math.floor(length / 32_768);
      const start = (model.before[symbol] ?? 0) * part;
      const next = model.before[symbol + 1];
      base += start;
      length = (next === undefined ? length : next * part) - start;
      settle();
      model.counts[symbol] = (model.counts[symbol] ?? 0) + 1;
      if ((model.left -= 1) === 0) renew(model);
    },
    /** With a chance of a half: right for the first four of a model. */
    bit(
      value: number,
      chance: { zeros: number; all: number; chance: number; cycle: number; left: number },
    ): void {
      const part = chance.chance * Math.floor(length / 8_192);
      if (value === 0) {
        length = part;
        chance.zeros += 1;
      } else {
        base += part;
        length -= part;
      }
      settle();
      if ((chance.left -= 1) > 0) return;
      chance.all += chance.cycle;
      if (chance.all > 8_192) {
        chance.all = (chance.all + 1) >>> 1;
        chance.zeros = (chance.zeros + 1) >>> 1;
        if (chance.zeros === chance.all) chance.all += 1;
      }
      chance.chance = Math.floor((chance.zeros * Math.floor(2 ** 31 / chance.all)) / 2 ** 18);
      chance.cycle = chance.left = Math.min(64, (5 * chance.cycle) >>> 2);
    },
    end(): Buffer {
      const another = length > 2 ** 25;
      base += another ? 2 ** 24 : 2 ** 23;
      length = another ? 2 ** 23 : 2 ** 15;
      settle();
      return Buffer.from([...out, 0, 0, ...(another ? [0] : [])]);
    },
  };
};
type Encoder = ReturnType<typeof encoder>;

const differences = (to: Encoder, contexts: number) => {
  const sizes = Array.from({ length: contexts }, () => modelOf(33));
  const correctors = Array.from({ length: 33 }, (_, at) => modelOf(2 ** Math.min(at, 8)));
  const first = { zeros: 1, all: 2, chance: 4_096, cycle: 4, left: 4 };
  return (expected: number, value: number, context: number): number => {
    let rest = (value - expected) | 0;
    const size = rest <= 0 ? 32 - Math.clz32(-rest) : 32 - Math.clz32(rest - 1);
    to.symbol(sizes[context] as Model, size);
    if (size === 0) {
      to.bit(rest, first);
      return size;
    }
    rest += rest < 0 ? 2 ** size - 1 : -1;
    const plain = size - 8;
    if (plain <= 0) to.symbol(correctors[size] as Model, rest);
    else {
      to.symbol(correctors[size] as Model, Math.floor(rest / 2 ** plain));
      to.bits(plain, rest % 2 ** plain);
    }
    return size;
  };
};

/** The middle of the last five numbers, as the decoder keeps it. */
const median = () => {
  let values = [0, 0, 0, 0, 0];
  let high = true;
  return {
    get: (): number => values[2] as number,
    add(value: number): void {
      const [a, b, c, d, e] = values as [number, number, number, number, number];
      if (high) {
        if (value < c) {
          values = value < a ? [value, a, b, c, d] : value < b ? [a, value, b, c, d] : [a, b, value, c, d];
        } else {
          values = value < d ? [a, b, c, value, d] : [a, b, c, d, value];
          high = false;
        }
      } else if (c < value) {
        values = e < value ? [b, c, d, e, value] : d < value ? [b, c, d, value, e] : [b, c, value, d, e];
      } else {
        values = b < value ? [b, value, c, d, e] : [value, b, c, d, e];
        high = true;
      }
    },
  };
};

/** A chunk of the old layout whose points differ in nothing but their places: the first one stands as it is. */
const chunkOf = (records: readonly Buffer[]): Buffer => {
  const to = encoder();
  const [changed, colour] = [modelOf(64), modelOf(128)];
  const [dx, dy, dz] = [differences(to, 2), differences(to, 22), differences(to, 20)];
  const [medianX, medianY] = [median(), median()];
  let before = [0, 4, 8].map((at) => records[0]?.readInt32LE(at) ?? 0);
  let height = 0;
  for (const record of records.slice(1)) {
    const now = [0, 4, 8].map((at) => record.readInt32LE(at));
    const [byX, byY] = [(now[0] ?? 0) - (before[0] ?? 0), (now[1] ?? 0) - (before[1] ?? 0)];
    to.symbol(changed, 0);
    const sizeX = dx(medianX.get(), byX, 1);
    medianX.add(byX);
    const sizeY = dy(medianY.get(), byY, 1 + (sizeX < 20 ? sizeX & ~1 : 20));
    medianY.add(byY);
    const mean = (sizeX + sizeY) >> 1;
    dz(height, now[2] ?? 0, 1 + (mean < 18 ? mean & ~1 : 18));
    height = now[2] ?? 0;
    before = now;
    // Not grey, and nothing of it another.
    to.symbol(colour, 64);
  }
  const packed = records.length > 1 ? to.end() : Buffer.alloc(0);
  return Buffer.concat([records[0] ?? Buffer.alloc(0), packed]);
};

/** A chunk of the new layout with a single point: there is nothing to pack but that nothing follows. */
const single = (record: Buffer): Buffer => {
  const rest = Buffer.alloc(4 + 10 * 4);
  rest.writeUInt32LE(1, 0);
  return Buffer.concat([record, rest]);
};

export interface MadeLaz extends MadeLas {
  /** Points of a chunk; null: each chunk says its own, as COPC has it. */
  chunk?: number | null;
  /** What the table says in place of the truth: points of the first chunk. */
  saidFirst?: number;
}

/** A LAZ file. Within a chunk all points have one colour and class. */
export function lazFile({ chunk = 50, saidFirst, ...made }: MadeLaz): Buffer {
  const { format = 2, points } = made;
  const own = chunk === null || format === 7;
  const item = (type: number, size: number, version: number): Buffer =>
    Buffer.from(Uint16Array.from([type, size, version]).buffer);
  const about = Buffer.alloc(34);
  about.writeUInt16LE(format === 7 ? 3 : 2, 0);
  about.writeUInt8(2, 4);
  about.writeUInt8(2, 5);
  about.writeUInt32LE(own ? 0xffff_ffff : chunk, 12);
  about.writeBigInt64LE(-1n, 16);
  about.writeBigInt64LE(-1n, 24);
  about.writeUInt16LE(2, 32);
  const items = format === 7 ? [item(10, 30, 3), item(11, 6, 3)] : [item(6, 20, 2), item(8, 6, 2)];
  const laszip = recordOf('laszip encoded', 22_204, Buffer.concat([about, ...items]));
  const records = [...(made.records ?? []), laszip];
  const { head, origin, scale } = lasHead({ ...made, records }, true);
  const all = points.map((point) => pointRecord(point, format, scale, origin));
  const size = format === 7 ? 1 : (chunk ?? 37);
  const groups = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
  const chunks = groups.map((group) => (format === 7 ? single(group[0] as Buffer) : chunkOf(group)));
  const to = encoder();
  const difference = differences(to, 2);
  let [count, length] = [0, 0];
  for (const [at, bytes] of chunks.entries()) {
    const points_ = at === 0 && saidFirst !== undefined ? saidFirst : (groups[at]?.length ?? 0);
    if (own) difference(count, points_, 0);
    difference(length, bytes.length, 1);
    [count, length] = [points_, bytes.length];
  }
  const table = Buffer.alloc(8);
  table.writeUInt32LE(chunks.length, 4);
  const place = Buffer.alloc(8);
  const body = Buffer.concat(chunks);
  place.writeBigInt64LE(BigInt(head.length + 8 + body.length), 0);
  return Buffer.concat([head, place, body, table, to.end()]);
}
