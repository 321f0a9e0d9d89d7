import { boundsOfTile, unitOf, type TileId } from '@eyrie/geometry';
import { shifted, type Datum } from './shift.ts';

/** A tile of a shifted source, and where its left upper corner stands on the tile that is drawn, in shares of a side. */
export interface ShiftedPiece {
  readonly tile: TileId;
  readonly left: number;
  readonly top: number;
}

/**
 * The up to four tiles of a shifted source that make one in WGS-84. Within a tile the shift is the same to a pixel: it
 * changes by less than a metre over a hundred, and at wide zooms it is smaller than a pixel altogether.
 */
export const shiftedPieces = (wanted: TileId, datum: Datum): ShiftedPiece[] => {
  const box = boundsOfTile(wanted);
  const middle = { lng: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 };
  const side = 2 ** wanted.z;
  const [here, there] = [unitOf(middle), unitOf(shifted(middle, datum))];
  const x = wanted.x + (there.x - here.x) * side;
  const y = wanted.y + (there.y - here.y) * side;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return [0, 1].flatMap((down) =>
    [0, 1].flatMap((right) => {
      const piece = {
        tile: { z: wanted.z, x: (((column + right) % side) + side) % side, y: row + down },
        left: column + right - x,
        top: row + down - y,
      };
      const seen = piece.left < 1 && piece.top < 1 && piece.tile.y >= 0 && piece.tile.y < side;
      return seen ? [piece] : [];
    }),
  );
};

/** Draws a tile in WGS-84 from those of a shifted source; `get` fetches one of them. */
export const drawShifted = async (
  wanted: TileId,
  datum: Datum,
  size: number,
  get: (tile: TileId) => Promise<CanvasImageSource>,
): Promise<OffscreenCanvas> => {
  const canvas = new OffscreenCanvas(size, size);
  const pieces = shiftedPieces(wanted, datum);
  const pictures = await Promise.all(pieces.map(({ tile }) => get(tile)));
  const pen = canvas.getContext('2d');
  for (const [at, { left, top }] of pieces.entries()) {
    const picture = pictures[at];
    // Whole pixels: a seam between two tiles would be seen.
    if (picture) pen?.drawImage(picture, Math.round(left * size), Math.round(top * size), size, size);
  }
  return canvas;
};
