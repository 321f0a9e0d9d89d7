import { spooled } from './spool.ts';
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

const whole = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);

/**
 * A tile of points (pnts of 3D Tiles): quantized places in the frame of the tileset, colours, and of each point its height above
 * the ellipsoid in metres and its class.
 * @param records points as they were kept between the passes
 * @param local east, north, up and height of one point after the other
 * @param shade how much of 255 one step of a colour is
 */
export function pointTile(records: Buffer, local: Float64Array, box: Box, shade: number): Buffer {
  const count = records.length / spooled;
  const scale = [0, 1, 2].map((at) =>
    Math.max(1e-3, (box.max[at as 0] ?? 0) - (box.min[at as 0] ?? 0)),
  ) as unknown as Triple;
  const [places, colours] = [Buffer.alloc(count * 6), Buffer.alloc(count * 3)];
  const [heights, classes] = [Buffer.alloc(count * 4), Buffer.alloc(count)];
  for (let at = 0; at < count; at += 1) {
    const from = at * spooled;
    for (const axis of [0, 1, 2] as const) {
      const share = ((local[at * 4 + axis] as number) - box.min[axis]) / scale[axis];
      places.writeUInt16LE(Math.round(Math.min(1, Math.max(0, share)) * 65_535), at * 6 + axis * 2);
      colours[at * 3 + axis] = Math.min(255, Math.round(records.readUInt16LE(from + 12 + axis * 2) * shade));
    }
    heights.writeFloatLE(local[at * 4 + 3] as number, at * 4);
    classes[at] = records[from + 18] as number;
  }
  const feature = padded(
    JSON.stringify({
      POINTS_LENGTH: count,
      POSITION_QUANTIZED: { byteOffset: 0 },
      RGB: { byteOffset: places.length },
      QUANTIZED_VOLUME_OFFSET: box.min,
      QUANTIZED_VOLUME_SCALE: scale,
    }),
    28,
  );
  const batch = padded(
    JSON.stringify({
      Height: { byteOffset: 0, componentType: 'FLOAT', type: 'SCALAR' },
      Classification: { byteOffset: heights.length, componentType: 'UNSIGNED_BYTE', type: 'SCALAR' },
    }),
    0,
  );
  const body = [whole(Buffer.concat([places, colours])), whole(Buffer.concat([heights, classes]))] as const;
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
