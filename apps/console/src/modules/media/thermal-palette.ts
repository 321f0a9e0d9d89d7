import { thermalFiguresOfAll, type ThermalGrid } from '@eyrie/domain';

export const palettes = ['iron', 'rainbow', 'white', 'black'] as const;
export type Palette = (typeof palettes)[number];

type Colour = readonly [red: number, green: number, blue: number];

/** Colours from the coldest to the warmest, at equal distances. */
const stops: Readonly<Record<Palette, readonly Colour[]>> = {
  iron: [
    [0, 0, 10],
    [45, 0, 130],
    [150, 0, 150],
    [225, 65, 60],
    [250, 160, 20],
    [255, 225, 90],
    [255, 255, 245],
  ],
  rainbow: [
    [20, 20, 140],
    [0, 120, 240],
    [0, 200, 160],
    [140, 220, 40],
    [250, 200, 0],
    [220, 30, 20],
  ],
  white: [
    [0, 0, 0],
    [255, 255, 255],
  ],
  black: [
    [255, 255, 255],
    [0, 0, 0],
  ],
};

/** The colour of a share from the coldest, 0, to the warmest, 1. */
export function colourOf(palette: Palette, share: number): Colour {
  const colours = stops[palette];
  const at = Math.min(1, Math.max(0, share)) * (colours.length - 1);
  const before = Math.min(Math.floor(at), colours.length - 2);
  const [one, other] = [colours[before], colours[before + 1]];
  if (!one || !other) return [0, 0, 0];
  const between = (index: 0 | 1 | 2): number =>
    Math.round(one[index] + (other[index] - one[index]) * (at - before));
  return [between(0), between(1), between(2)];
}

const steps = 256;
/** Where nothing is known. */
const unknown: Colour = [128, 128, 128];

/** Red, green, blue and opacity of each pixel, from the coldest one of the picture to the warmest. */
export function thermalPixels(grid: ThermalGrid, palette: Palette): Uint8ClampedArray<ArrayBuffer> {
  const { least = 0, most = 0 } = thermalFiguresOfAll(grid) ?? {};
  const span = Math.max(most - least, 0.1);
  const table = Array.from({ length: steps }, (_, step) => colourOf(palette, step / (steps - 1)));
  const pixels = new Uint8ClampedArray(grid.values.length * 4);
  grid.values.forEach((value, at) => {
    const step = Math.round(((value - least) / span) * (steps - 1));
    pixels.set([...(table[step] ?? unknown), 255], at * 4);
  });
  return pixels;
}

/** A picture of temperatures, as an address that a page may show. */
export function thermalPicture(grid: ThermalGrid, palette: Palette): string {
  const canvas = document.createElement('canvas');
  canvas.width = grid.width;
  canvas.height = grid.height;
  canvas
    .getContext('2d')
    ?.putImageData(new ImageData(thermalPixels(grid, palette), grid.width, grid.height), 0, 0);
  return canvas.toDataURL('image/png');
}
