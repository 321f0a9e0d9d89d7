import type { Bounds } from '@eyrie/geometry';

/** Degrees between two lines of the net, coarse to fine. */
const steps = [
  30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002,
] as const;

/** Web Mercator ends here; lines further out cannot be drawn. */
const maxLatitude = 85;

export interface GraticuleLine {
  readonly path: readonly (readonly [number, number])[];
  /** Where the line's own figure is written, and what: `113.95° E`. */
  readonly label: string;
  readonly at: readonly [number, number];
  /** Which side of the figure stands on that place. */
  readonly anchor: 'bottom' | 'left';
}

/** The finest step that still leaves `spacing` pixels between two meridians. `degreesPerPixel` at the centre. */
export const graticuleStep = (degreesPerPixel: number, spacing: number): number => {
  const wanted = degreesPerPixel * spacing;
  return steps.findLast((step) => step >= wanted) ?? steps[0];
};

const decimalsOf = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));

const written = (value: number, decimals: number, positive: string, negative: string): string => {
  const size = Math.abs(value).toFixed(decimals);
  const hemisphere = Number(size) === 0 ? '' : value > 0 ? ` ${positive}` : ` ${negative}`;
  return `${size}°${hemisphere}`;
};

const multiples = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
};

/**
 * Meridians and parallels that cross a view, with their figures at the lower and left edge of the view.
 * They keep a deep zoom from being a blank where the land is all one colour.
 */
export const graticule = (view: Bounds, step: number): GraticuleLine[] => {
  const decimals = decimalsOf(step);
  const south = Math.max(-maxLatitude, view.south);
  const north = Math.min(maxLatitude, view.north);
  const east = view.east < view.west ? view.east + 360 : view.east;
  const meridians = multiples(view.west, east, step).map((lng): GraticuleLine => {
    const wrapped = ((((lng + 180) % 360) + 360) % 360) - 180;
    return {
      path: [
        [lng, Math.max(-maxLatitude, south - step)],
        [lng, Math.min(maxLatitude, north + step)],
      ],
      label: written(wrapped, decimals, 'E', 'W'),
      at: [lng, south + (north - south) * 0.06],
      anchor: 'bottom',
    };
  });
  const parallels = multiples(south, north, step).map((lat): GraticuleLine => ({
    path: [
      [view.west - step, lat],
      [east + step, lat],
    ],
    label: written(lat, decimals, 'N', 'S'),
    at: [view.west + (east - view.west) * 0.01, lat],
    anchor: 'left',
  }));
  return [...meridians, ...parallels];
};
