import { words } from './spool.ts';
import type { Triple } from './las-file.ts';

/** The box that some points lie in: east, north and up of the frame, metres. */
export interface Box {
  min: [number, number, number];
  max: [number, number, number];
}

export const noBox = (): Box => ({
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
});

export const widen = (box: Box, by: Box): void => {
  for (const at of [0, 1, 2] as const) {
    box.min[at] = Math.min(box.min[at], by.min[at]);
    box.max[at] = Math.max(box.max[at], by.max[at]);
  }
};

const padded = (text: string, before: number): Buffer => {
  const short = (8 - ((before + Buffer.byteLength(text)) % 8)) % 8;
  return Buffer.from(text + ' '.repeat(short));
};

const whole = (arrays: readonly (Uint8Array | Uint8ClampedArray | Uint16Array | Float32Array)[]): Buffer => {
  const bytes = arrays.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength),
  );
  const length = bytes.reduce((sum, one) => sum + one.length, 0);
  return Buffer.concat([...bytes, Buffer.alloc((8 - (length % 8)) % 8)]);
};

/**
 * A tile of points (pnts of 3D Tiles): quantized places in the frame of the tileset, colours, and of each point its height above
 * the ellipsoid in metres and its class.
 * @param records points as they were kept between the passes
 * @param local east, north, up and height of one point after the other
 * @param shade how much of 255 one step of a colour is
 */
export function pointTile(records: Int32Array, local: Float64Array, box: Box, shade: number): Buffer {
  const count = records.length / words;
  const scale = [0, 1, 2].map((at) =>
    Math.max(1e-3, (box.max[at as 0] ?? 0) - (box.min[at as 0] ?? 0)),
  ) as unknown as Triple;
  const [places, colours] = [new Uint16Array(count * 3), new Uint8ClampedArray(count * 3)];
  const [heights, classes] = [new Float32Array(count), new Uint8Array(count)];
  const [x, y, z] = box.min;
  const steps = scale.map((one) => 65_535 / one) as unknown as Triple;
  // Every place lies in the box that was drawn around all of them: no number leaves its bounds.
  for (let at = 0; at < count; at += 1) {
    const [from, to] = [at * 4, at * 3];
    places[to] = Math.round(((local[from] as number) - x) * steps[0]);
    places[to + 1] = Math.round(((local[from + 1] as number) - y) * steps[1]);
    places[to + 2] = Math.round(((local[from + 2] as number) - z) * steps[2]);
    heights[at] = local[from + 3] as number;
    const [first, second] = [records[at * words + 3] as number, records[at * words + 4] as number];
    colours[to] = Math.round((first & 0xffff) * shade);
    colours[to + 1] = Math.round((first >>> 16) * shade);
    colours[to + 2] = Math.round((second & 0xffff) * shade);
    classes[at] = (second >>> 16) & 0xff;
  }
  const feature = padded(
    JSON.stringify({
      POINTS_LENGTH: count,
      POSITION_QUANTIZED: { byteOffset: 0 },
      RGB: { byteOffset: places.byteLength },
      QUANTIZED_VOLUME_OFFSET: box.min,
      QUANTIZED_VOLUME_SCALE: scale,
    }),
    28,
  );
  const batch = padded(
    JSON.stringify({
      Height: { byteOffset: 0, componentType: 'FLOAT', type: 'SCALAR' },
      Classification: { byteOffset: heights.byteLength, componentType: 'UNSIGNED_BYTE', type: 'SCALAR' },
    }),
    0,
  );
  const body = [whole([places, colours]), whole([heights, classes])] as const;
  const head = Buffer.alloc(28);
  head.write('pnts');
  head.writeUInt32LE(1, 4);
  head.writeUInt32LE(28 + feature.length + batch.length + body[0].length + body[1].length, 8);
  head.writeUInt32LE(feature.length, 12);
  head.writeUInt32LE(body[0].length, 16);
  head.writeUInt32LE(batch.length, 20);
  head.writeUInt32LE(body[1].length, 24);
  return Buffer.concat([head, feature, body[0], batch, body[1]]);
}
