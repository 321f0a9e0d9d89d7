import { UnreadModel } from './unread.ts';
import type { Vector } from './frame.ts';

/** The feature table of a tile: what it says as JSON, and the numbers that this points into. */
export interface Table {
  json: Readonly<Record<string, unknown>>;
  body: Buffer;
}

/** The feature table behind a header of so many bytes, and where what follows begins. @throws UnreadModel */
export function tableOf(bytes: Buffer, header: 28 | 32): Table & { end: number } {
  if (bytes.length < header) throw new UnreadModel('3D Tiles');
  const [text, body] = [bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  const end = header + text + body + bytes.readUInt32LE(20) + bytes.readUInt32LE(24);
  if (end > bytes.length) throw new UnreadModel('3D Tiles');
  try {
    const json =
      text === 0 ? {} : (JSON.parse(bytes.toString('utf8', header, header + text)) as Table['json']);
    return { json, body: bytes.subarray(header + text, header + text + body), end };
  } catch {
    throw new UnreadModel('3D Tiles');
  }
}

/** A property of the table that is three figures, or null. @throws UnreadModel where it is anything else */
export function figuresOf({ json }: Table, name: string): Vector | null {
  const given = json[name];
  if (given === undefined) return null;
  if (!Array.isArray(given) || given.length !== 3 || !given.every(Number.isFinite))
    throw new UnreadModel(name);
  return given as unknown as Vector;
}

/** By how much everything in the tile is moved. */
export const middleOf = (table: Table): Vector => figuresOf(table, 'RTC_CENTER') ?? [0, 0, 0];

/** Numbers of one property, `width` of them for each of `count`; null: the table has none. @throws UnreadModel */
export function columnOf(
  { json, body }: Table,
  [name, count, width]: readonly [name: string, count: number, width: number],
  kind: 'float' | 'short' = 'float',
): ((at: number) => readonly number[]) | null {
  const given = json[name];
  if (given === undefined) return null;
  const { byteOffset: start } = (given ?? {}) as { byteOffset?: unknown };
  const size = kind === 'float' ? 4 : 2;
  if (typeof start !== 'number' || !(start >= 0 && start + count * width * size <= body.length))
    throw new UnreadModel(name);
  const read = (at: number): number => (kind === 'float' ? body.readFloatLE(at) : body.readUInt16LE(at));
  return (at) => Array.from({ length: width }, (_, part) => read(start + (at * width + part) * size));
}
