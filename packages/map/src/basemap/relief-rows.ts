import { latOfRow } from '@eyrie/geometry';

/** Finest level of the picture of the Earth that ships: 0.18° a pixel. */
export const finestRelief = 2;
/** Pixels of a tile's side, of both grids. */
export const reliefSide = 256;

/** A rectangle of pixels of a picture tile that fills a rectangle of pixels of the map tile. */
export interface ReliefPiece {
  /** Of the picture: two tiles across at level 0, rows from the south. */
  readonly tile: { readonly z: number; readonly x: number; readonly y: number };
  readonly from: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly to: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Rows of the map tile that are taken from the picture as one; more would show where tiles of the picture meet. */
const rowsAtOnce = 1;

/**
 * Which pieces of the picture of the Earth, drawn in degrees, make a tile of the square web map: columns of both are
 * straight, rows are stretched towards the poles.
 */
export const reliefPieces = (z: number, x: number, y: number): ReliefPiece[] => {
  const level = Math.min(finestRelief, Math.max(0, z));
  // Both grids have twice as many columns of tiles at each level; the picture begins with two.
  const across = 2 ** (level + 1);
  const pixels = across * reliefSide;
  const west = (x / 2 ** z) * pixels;
  const width = pixels / 2 ** z;
  const pieces: ReliefPiece[] = [];
  for (let row = 0; row < reliefSide; row += rowsAtOnce) {
    const [north, south] = [row, row + rowsAtOnce].map((at) => {
      const lat = latOfRow((y + at / reliefSide) / 2 ** z);
      return ((90 - lat) / 180) * (pixels / 2);
    }) as [number, number];
    for (let left = west; left < west + width - 1e-9;) {
      const column = Math.floor(left / reliefSide + 1e-9);
      const right = Math.min(west + width, (column + 1) * reliefSide);
      const middle = (north + south) / 2;
      const line = Math.floor(middle / reliefSide);
      pieces.push({
        tile: { z: level, x: column, y: across / 2 - 1 - line },
        from: {
          x: left - column * reliefSide,
          y: Math.max(0, Math.min(reliefSide - 0.5, north - line * reliefSide)),
          width: right - left,
          height: Math.max(
            0.05,
            Math.min(south, (line + 1) * reliefSide) - Math.max(north, line * reliefSide),
          ),
        },
        to: {
          x: ((left - west) / width) * reliefSide,
          y: row,
          width: ((right - left) / width) * reliefSide,
          height: rowsAtOnce,
        },
      });
      left = right;
    }
  }
  return pieces;
};
