import type { Bounds, Coverage } from '@eyrie/geometry';
import { overlapMost } from '@eyrie/planner';

/**
 * Colours of places on no photo, on one … on five or more: vermilion, then pale yellow to deep blue, each darker than the one before,
 * so that red, green and blue blindness tell them apart.
 */
export const overlapColours = ['#d55e00', '#fff0a8', '#a8dbd2', '#5db3d5', '#2f7fbc', '#1d4c8f'] as const;
/** Of 255: the map stays readable under it. */
const opacity = 165;

const channels = overlapColours.map((colour) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
);

/** Colours of the cells, rows from the north as pictures have them; clear where nothing is to be covered or seen. */
export const overlapPixels = ({ counts, inside, columns, rows, area }: Coverage): Uint8ClampedArray => {
  const pixels = new Uint8ClampedArray(columns * rows * 4);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const from = row * columns + column;
      const count = counts[from] ?? 0;
      if (area > 0 ? !inside[from] : count === 0) continue;
      const to = ((rows - 1 - row) * columns + column) * 4;
      const [red = 0, green = 0, blue = 0] = channels[Math.min(overlapMost, count)] ?? [];
      pixels.set([red, green, blue, opacity], to);
    }
  return pixels;
};

export const overlapBounds = ({ corners: [low, high] }: Coverage): Bounds => ({
  west: low.lng,
  south: low.lat,
  east: high.lng,
  north: high.lat,
});
