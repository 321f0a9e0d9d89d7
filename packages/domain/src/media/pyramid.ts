/** A photo as tiles: the whole at full size, then at half the sides, down to where one tile holds it. */
export interface Pyramid {
  /** Pixels, upright. */
  width: number;
  height: number;
}

/** One size of it. */
export interface PyramidLevel {
  /** Pixels. */
  width: number;
  height: number;
  /** Tiles of a row, and rows of tiles. */
  across: number;
  down: number;
  /** Number of its first tile among those of all levels, row by row. */
  first: number;
}

/** Pixels of the sides of a tile; those at the end of a row or a column are what is left. */
export const pyramidTile = 512;

/** The sizes of a pyramid, the full one first. */
export function pyramidLevels({ width, height }: Pyramid): PyramidLevel[] {
  const levels: PyramidLevel[] = [];
  let size = { width, height };
  let first = 0;
  for (;;) {
    const [across, down] = [Math.ceil(size.width / pyramidTile), Math.ceil(size.height / pyramidTile)];
    levels.push({ ...size, across, down, first });
    if (across * down <= 1) return levels;
    first += across * down;
    size = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) };
  }
}

/** How many tiles it has. */
export const pyramidTiles = (pyramid: Pyramid): number => {
  const last = pyramidLevels(pyramid).at(-1);
  return last ? last.first + last.across * last.down : 0;
};

const mark = 0x50_59_59_45;
const headBytes = 16;
const entryBytes = 8;

/** Bytes before the first tile of a file of so many. */
export const pyramidHeadBytes = (tiles: number): number => headBytes + tiles * entryBytes;
/** Bytes from which its sizes are read. */
export const pyramidMarkBytes = headBytes;

/** What stands before the tiles: a mark, width, height and number of tiles, then place and length of each, 32 bits, the low byte first. */
export function pyramidHead({ width, height }: Pyramid, lengths: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(pyramidHeadBytes(lengths.length));
  const view = new DataView(bytes.buffer);
  [mark, width, height, lengths.length].forEach((word, at) => view.setUint32(at * 4, word, true));
  let place = bytes.length;
  for (const [at, length] of lengths.entries()) {
    view.setUint32(headBytes + at * entryBytes, place, true);
    view.setUint32(headBytes + at * entryBytes + 4, length, true);
    place += length;
  }
  return bytes;
}

/** The sizes of a pyramid by the first bytes of its file. @returns null where it is none */
export function pyramidOf(bytes: Uint8Array): Pyramid | null {
  if (bytes.length < headBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(4, true), view.getUint32(8, true)];
  const isOne = view.getUint32(0, true) === mark && width > 0 && height > 0;
  return isOne && pyramidTiles({ width, height }) === view.getUint32(12, true) ? { width, height } : null;
}

/** Where the entry of a tile stands in the file: first and last byte. */
export const pyramidEntryAt = (tile: number): { start: number; end: number } => ({
  start: headBytes + tile * entryBytes,
  end: headBytes + (tile + 1) * entryBytes - 1,
});

/** First and last byte of a tile by its entry. @returns null where that is none */
export function pyramidTileAt(entry: Uint8Array): { start: number; end: number } | null {
  if (entry.length !== entryBytes) return null;
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  const [start, length] = [view.getUint32(0, true), view.getUint32(4, true)];
  return length === 0 ? null : { start, end: start + length - 1 };
}
