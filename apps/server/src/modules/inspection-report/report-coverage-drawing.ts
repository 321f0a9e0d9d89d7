import type { CoverageBox, RouteCoverageFigures } from '@eyrie/domain';

/** A map without names: what was to be seen, and over it what no photo shows; north is up. */
export interface DrawingBlock {
  kind: 'drawing';
  name: string;
  /** What somebody hears who does not see it. */
  alt: string;
  caption: readonly string[];
  /** Pixels. */
  width: number;
  height: number;
  /** Boxes in pixels from the top left: left, top, width, height; later ones over earlier ones. */
  fills: readonly { colour: string; boxes: readonly CoverageBox[] }[];
}

/** Distinct in print without colours too: light and dark. */
const colours = { ground: '#cfe3d4', gaps: '#b3261e' };
/** Pixels of the longer side, of the margin, and of the shorter side at the least. */
const [longest, margin, shortest] = [480, 8, 40];

const round = (value: number): number => Math.round(value * 10) / 10;

/** @returns null where nothing was compared */
export function drawingOf(
  { ground, gaps }: Pick<RouteCoverageFigures, 'ground' | 'gaps'>,
  said: Pick<DrawingBlock, 'name' | 'alt' | 'caption'>,
): DrawingBlock | null {
  const [first] = ground;
  if (!first) return null;
  let [west, south, east, north] = first;
  for (const box of ground)
    [west, south, east, north] = [
      Math.min(west, box[0]),
      Math.min(south, box[1]),
      Math.max(east, box[2]),
      Math.max(north, box[3]),
    ];
  // A degree of longitude is shorter than one of latitude.
  const stretch = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [wide, high] = [Math.max(1e-7, (east - west) * stretch), Math.max(1e-7, north - south)];
  const scale = (longest - 2 * margin) / Math.max(wide, high);
  const shown = ([left, low, right, top]: CoverageBox): CoverageBox => [
    round(margin + (left - west) * stretch * scale),
    round(margin + (north - top) * scale),
    round((right - left) * stretch * scale),
    round((top - low) * scale),
  ];
  return {
    kind: 'drawing',
    ...said,
    width: Math.max(shortest, Math.ceil(wide * scale) + 2 * margin),
    height: Math.max(shortest, Math.ceil(high * scale) + 2 * margin),
    fills: [
      { colour: colours.ground, boxes: ground.map(shown) },
      { colour: colours.gaps, boxes: gaps.map(shown) },
    ],
  };
}

export const drawingSvg = ({ width, height, fills }: DrawingBlock): string => {
  const rect = ([x, y, wide, high]: CoverageBox): string => `M${x} ${y}h${wide}v${high}h${-wide}z`;
  const paths = fills.map(({ colour, boxes }) => `<path fill="${colour}" d="${boxes.map(rect).join('')}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#ffffff"/>${paths.join('')}</svg>`;
};

/** The same as red, green and blue of each pixel, from the top: Word takes no drawing without a picture beside it. */
export const drawingPixels = ({ width, height, fills }: DrawingBlock): Buffer => {
  const pixels = Buffer.alloc(width * height * 3, 255);
  for (const { colour, boxes } of fills) {
    const rgb = Buffer.from(colour.slice(1), 'hex');
    for (const [x, y, wide, high] of boxes) {
      const [from, until] = [Math.max(0, Math.round(x)), Math.min(width, Math.round(x + wide))];
      if (until <= from) continue;
      const row = Buffer.alloc((until - from) * 3, rgb);
      for (let line = Math.max(0, Math.round(y)); line < Math.min(height, Math.round(y + high)); line += 1)
        row.copy(pixels, (line * width + from) * 3);
    }
  }
  return pixels;
};
