import type { MeasuredShift } from '@eyrie/domain';

/** Nine figures, row by row: shares of the width and height of one picture to those of the other. */
export type ShareMap = readonly number[];

export interface Registered extends MeasuredShift {
  map: ShareMap;
}

export interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8ClampedArray;
}

interface Deleted {
  delete: () => void;
}
interface Mat extends Deleted {
  rows: number;
  data: Uint8Array;
  data64F: Float64Array;
  empty: () => boolean;
}
interface List<T> extends Deleted {
  size: () => number;
  get: (at: number) => T;
}
interface KeyPoint {
  pt: { x: number; y: number };
}
interface Match {
  queryIdx: number;
  trainIdx: number;
  distance: number;
}
/** What of OpenCV is used here. */
export interface OpenCv {
  Mat: new () => Mat;
  KeyPointVector: new () => List<KeyPoint>;
  DMatchVectorVector: new () => List<List<Match>>;
  ORB: new (most: number) => Deleted & {
    setFastThreshold: (grey: number) => void;
    detectAndCompute: (picture: Mat, mask: Mat, points: List<KeyPoint>, words: Mat) => void;
  };
  BFMatcher: new (
    norm: number,
    cross: boolean,
  ) => Deleted & {
    knnMatch: (a: Mat, b: Mat, found: List<List<Match>>, count: number) => void;
  };
  matFromImageData: (pixels: Pixels) => Mat;
  matFromArray: (rows: number, columns: number, type: number, values: readonly number[]) => Mat;
  cvtColor: (from: Mat, to: Mat, code: number) => void;
  findHomography: (from: Mat, to: Mat, method: number, within: number, mask: Mat) => Mat;
  COLOR_RGBA2GRAY: number;
  NORM_HAMMING: number;
  CV_32FC2: number;
  RANSAC: number;
}

const pointsMost = 2_500;
/** Of 256 greys, by which a point stands out: gravel, fields and haze have no more, and the strongest points are taken anyway. */
const contrastLeast = 5;
/** How much nearer the best word of a point is than the second, and pixels within which points agree. */
const [ratio, within] = [0.75, 3];
/** A map of two planes needs four pairs. */
const pairsLeast = 8;

type Pair = readonly [x: number, y: number, toX: number, toY: number];

/** Points of one picture with those of the other that look alike. Everything of the compiled code is given back. */
function pairsOf(cv: OpenCv, from: Pixels, to: Pixels): Pair[] {
  const made: Deleted[] = [];
  const keep = <T extends Deleted>(one: T): T => {
    made.push(one);
    return one;
  };
  try {
    const orb = keep(new cv.ORB(pointsMost));
    orb.setFastThreshold(contrastLeast);
    const mask = keep(new cv.Mat());
    const read = (pixels: Pixels) => {
      const picture = keep(cv.matFromImageData(pixels));
      const grey = keep(new cv.Mat());
      cv.cvtColor(picture, grey, cv.COLOR_RGBA2GRAY);
      const [points, words] = [keep(new cv.KeyPointVector()), keep(new cv.Mat())];
      orb.detectAndCompute(grey, mask, points, words);
      return { points, words };
    };
    const [a, b] = [read(from), read(to)];
    if (a.words.empty() || b.words.empty()) return [];
    const matcher = keep(new cv.BFMatcher(cv.NORM_HAMMING, false));
    const found = keep(new cv.DMatchVectorVector());
    matcher.knnMatch(a.words, b.words, found, 2);
    const pairs: Pair[] = [];
    for (let at = 0; at < found.size(); at += 1) {
      const two = keep(found.get(at));
      if (two.size() < 2) continue;
      const [best, second] = [two.get(0), two.get(1)];
      if (best.distance >= ratio * second.distance) continue;
      const [one, other] = [a.points.get(best.queryIdx).pt, b.points.get(best.trainIdx).pt];
      pairs.push([one.x, one.y, other.x, other.y]);
    }
    return pairs;
  } finally {
    for (const one of made.toReversed()) one.delete();
  }
}

function homographyOf(cv: OpenCv, pairs: readonly Pair[]): { matrix: number[]; agreeing: Pair[] } | null {
  const from = cv.matFromArray(
    pairs.length,
    1,
    cv.CV_32FC2,
    pairs.flatMap(([x, y]) => [x, y]),
  );
  const to = cv.matFromArray(
    pairs.length,
    1,
    cv.CV_32FC2,
    pairs.flatMap(([, , x, y]) => [x, y]),
  );
  const mask = new cv.Mat();
  const found = cv.findHomography(from, to, cv.RANSAC, within, mask);
  try {
    if (found.empty()) return null;
    return { matrix: [...found.data64F], agreeing: pairs.filter((_, at) => mask.data[at] === 1) };
  } finally {
    for (const one of [found, mask, to, from]) one.delete();
  }
}

/** Where a share of one picture lies on the other. */
export const mapped = (map: ShareMap, x: number, y: number): { x: number; y: number } => {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = map;
  const depth = g * x + h * y + i;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
};

/** The map the other way; null: there is none. */
export function inverted(map: ShareMap): ShareMap | null {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = map;
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const size = a * p + b * q + c * r;
  if (!Number.isFinite(size) || Math.abs(size) < 1e-9) return null;
  const rest = [
    c * h - b * i,
    b * f - c * e,
    q,
    a * i - c * g,
    c * d - a * f,
    r,
    b * g - a * h,
    a * e - b * d,
  ];
  return [p, ...rest].map((one) => one / size);
}

/** From the 5th to the 95th of a hundred. */
const extent = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return at(0.95) - at(0.05);
};

/**
 * Finds how one picture lies on another by points that look alike in both. Whether that may be believed is for the caller to say.
 * @returns null where nothing agrees
 */
export function register(cv: OpenCv, from: Pixels, to: Pixels): Registered | null {
  const pairs = pairsOf(cv, from, to);
  const found = pairs.length < pairsLeast ? null : homographyOf(cv, pairs);
  if (!found || found.agreeing.length === 0) return null;
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = found.matrix;
  const map = [
    (a * from.width) / to.width,
    (b * from.height) / to.width,
    c / to.width,
    (d * from.width) / to.height,
    (e * from.height) / to.height,
    f / to.height,
    g * from.width,
    h * from.height,
    i,
  ];
  const middle = mapped(map, 0.5, 0.5);
  const aspect = to.height / to.width;
  return {
    map,
    inliers: found.agreeing.length,
    matches: pairs.length,
    spread: Math.min(
      extent(found.agreeing.map(([x]) => x)) / from.width,
      extent(found.agreeing.map(([, y]) => y)) / from.height,
    ),
    turned: (Math.atan2(d - b, a + e) * 180) / Math.PI,
    scale: Math.sqrt(Math.abs(a * e - b * d)) * (from.width / to.width),
    moved: Math.hypot(middle.x - 0.5, (middle.y - 0.5) * aspect),
  };
}
