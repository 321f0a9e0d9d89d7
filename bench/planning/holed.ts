import { localPlane, type Place } from '@eyrie/geometry';

/** An area with holes, and how far apart its lines are. */
export interface HoledField {
  readonly name: string;
  readonly rings: readonly (readonly Place[])[];
  /** Metres */
  readonly spacing: number;
  /** Whether what lies in the holes may not be flown over either. */
  readonly forbidden: boolean;
}

/** The same figures in every run, from 0 to 1. */
const figures = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

type Point = readonly [east: number, north: number];

/** A ring about a place, its corners at shares of the radius. */
const ring = ([east, north]: Point, radius: number, corners: number, next: () => number): Point[] =>
  Array.from({ length: corners }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / corners;
    const away = radius * (0.75 + 0.25 * next());
    return [east + away * Math.cos(angle), north + away * Math.sin(angle)];
  });

function fieldOf(seed: number): HoledField {
  const next = figures(seed * 7_919 + 1);
  const holes = 1 + (seed % 12);
  const radius = 250 + 1_250 * next();
  const plane = localPlane({ lng: 8 + 100 * next(), lat: -50 + 100 * next() });
  const outer = ring([0, 0], radius, 8 + Math.floor(92 * next()), next);
  const columns = Math.ceil(Math.sqrt(holes));
  const step = radius / columns;
  const inner = Array.from({ length: holes }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const middle: Point = [(column + 0.5) * step - radius / 2, (row + 0.5) * step - radius / 2];
    return ring(middle, step * (0.15 + 0.3 * next()), 4 + Math.floor(12 * next()), next);
  });
  const rings = [outer, ...inner].map((points) =>
    points.map(([east, north]) => plane.toPlace({ east, north })),
  );
  // From a few lines to some hundred, as flights from 40 to 120 m have them.
  const spacing = Math.max(12, (2 * radius) / (12 + 90 * next()));
  return { name: `${seed}: ${holes} holes`, rings, spacing, forbidden: seed % 3 === 0 };
}

/** Eighty-one areas with one to twelve holes. */
export const holedFields: readonly HoledField[] = Array.from({ length: 81 }, (_, seed) => fieldOf(seed));
