import type { PlanePoint } from '@eyrie/geometry';
import { createPainter, type Painter } from './paint.ts';
import { viewOf } from './paint-ground.ts';
import { reach } from './plan.ts';
import type { World } from './world.ts';

/** Metres, and pixels, of the side of a piece. */
const side = 128;
/** Pieces that are kept: those around one aircraft many times over. */
const most = 400;
/** Where nothing is painted yet, and beyond the world. */
const plain = [140, 150, 108] as const;

type Key = number;
const keyOf = (column: number, row: number): Key => (column + 512) * 1_024 + row + 512;

/** The world from above in pieces that are painted when somebody looks at them. */
export class GroundTiles {
  private readonly world: World;
  private painter: Painter | null = null;
  private readonly painted = new Map<Key, Uint8ClampedArray>();
  private readonly wanted = new Map<Key, { column: number; row: number }>();

  constructor(world: World) {
    this.world = world;
  }

  /** Whether a place lies in the world, metres east and north of its origin. */
  holds({ east, north }: PlanePoint): boolean {
    return Math.abs(east) <= reach.east && Math.abs(north) <= reach.north;
  }

  /** Writes red, green and blue of a place to `data` at `at`; what is not painted yet is wanted from then on. */
  colour(east: number, north: number, data: Uint8ClampedArray, at: number): void {
    const [column, row] = [Math.floor(east / side), Math.floor(north / side)];
    const key = keyOf(column, row);
    const piece = this.painted.get(key);
    if (!piece) {
      if (this.holds({ east, north })) this.wanted.set(key, { column, row });
      [data[at], data[at + 1], data[at + 2]] = plain;
      return;
    }
    const x = Math.floor(east) - column * side;
    const y = side - 1 - (Math.floor(north) - row * side);
    const from = (y * side + x) * 4;
    data[at] = piece[from] ?? 0;
    data[at + 1] = piece[from + 1] ?? 0;
    data[at + 2] = piece[from + 2] ?? 0;
  }

  /** Paints so many of the pieces that were wanted. @returns whether more are */
  paint(count: number): boolean {
    for (const [key, { column, row }] of [...this.wanted].slice(0, count)) {
      this.wanted.delete(key);
      if (this.painted.size >= most) this.painted.clear();
      const [west, south] = [column * side, row * side];
      this.painter ??= createPainter(this.world);
      const view = viewOf({ west, south, east: west + side, north: south + side }, side);
      this.painted.set(key, this.painter.paint(view).data);
    }
    return this.wanted.size > 0;
  }
}

/** Red, green and blue of a place as the imagery of the map has it. */
export const mapPixelOf = (world: World, { east, north }: PlanePoint): readonly number[] => {
  const half = 16;
  const [x, y] = [Math.floor(east), Math.floor(north)];
  const area = { west: x - half, south: y - half, east: x + half, north: y + half };
  const { data } = createPainter(world).paint(viewOf(area, 2 * half));
  const middle = ((half - 1) * 2 * half + half) * 4;
  return [...data.subarray(middle, middle + 3)];
};
