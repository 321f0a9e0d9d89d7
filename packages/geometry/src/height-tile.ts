/** Heights of one tile in metres, rows from the north. */
export interface HeightTile {
  readonly size: number;
  readonly heights: Float32Array;
}

/**
 * Metres from the colours of a tile of heights. terrarium: red · 256 + green + blue / 256 − 32768.
 * mapbox: (red · 65536 + green · 256 + blue) / 10 − 10000. `pixels` are RGBA of a square.
 */
export const decodeHeights = (pixels: Uint8ClampedArray, encoding: 'terrarium' | 'mapbox'): HeightTile => {
  const count = pixels.length / 4;
  const heights = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]];
    heights[at] =
      encoding === 'terrarium'
        ? red * 256 + green + blue / 256 - 32_768
        : (red * 65_536 + green * 256 + blue) / 10 - 10_000;
  }
  return { size: Math.round(Math.sqrt(count)), heights };
};

/** Height at a place of a tile by its four neighbours; `x`, `y` from 0 to 1 from its north-western corner. */
export const heightWithin = ({ size, heights }: HeightTile, x: number, y: number): number => {
  const [column, row] = [x, y].map((share) => Math.min(size - 1, Math.max(0, share * size - 0.5))) as [
    number,
    number,
  ];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, bottom] = [Math.min(size - 1, left + 1), Math.min(size - 1, top + 1)];
  const at = (r: number, c: number) => heights[r * size + c] ?? Number.NaN;
  const upper = at(top, left) + (at(top, right) - at(top, left)) * (column - left);
  const lower = at(bottom, left) + (at(bottom, right) - at(bottom, left)) * (column - left);
  return upper + (lower - upper) * (row - top);
};
