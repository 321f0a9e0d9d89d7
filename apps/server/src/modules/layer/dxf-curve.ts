/** An object of a drawing as the library reads it: its type and figures by their names. */
export type Entity = Readonly<Record<string, unknown>>;

export interface Point {
  x: number;
  y: number;
}

/** Straight pieces of a whole circle: what is left out of it is a thousandth of its radius. */
const PIECES = 72;
/** Straight pieces between two knots of a spline. */
const BETWEEN = 8;

const figure = (entity: Entity, name: string, otherwise = 0): number => {
  const value = entity[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
};
const figures = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
const pointOf = (value: unknown): Point => {
  const { x = 0, y = 0 } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Point>;
  return { x, y };
};

/** Pieces of an ellipse against the clock. @param major the longer half axis @param ratio of the shorter to it */
const ellipse = (centre: Point, major: Point, ratio: number, from: number, to: number): Point[] => {
  const span = to > from ? to - from : to - from + 2 * Math.PI;
  const pieces = Math.max(2, Math.ceil((Math.min(span, 2 * Math.PI) / (2 * Math.PI)) * PIECES));
  return Array.from({ length: pieces + 1 }, (_, at) => {
    const angle = from + (span * at) / pieces;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle) * ratio];
    return { x: centre.x + major.x * cos - major.y * sin, y: centre.y + major.y * cos + major.x * sin };
  });
};

/** The way from one corner to the next: straight, or an arc whose quarter of an angle has the tangent `bulge`. */
const bulged = (from: Point, to: Point, bulge: number): Point[] => {
  if (bulge === 0) return [to];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const angle = 4 * Math.atan(bulge);
  const half = (1 / bulge - bulge) / 4;
  const centre = { x: (from.x + to.x) / 2 - dy * half, y: (from.y + to.y) / 2 + dx * half };
  const pieces = Math.max(1, Math.ceil((Math.abs(angle) / (2 * Math.PI)) * PIECES));
  return Array.from({ length: pieces }, (_, at) => {
    if (at === pieces - 1) return to;
    const turn = (angle * (at + 1)) / pieces;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [x, y] = [from.x - centre.x, from.y - centre.y];
    return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos };
  });
};

const polyline = (entity: Entity): Point[] => {
  const corners = Array.isArray(entity['vertices']) ? (entity['vertices'] as Entity[]) : [];
  const [first] = corners;
  if (!first || entity['polygonMesh'] === true || entity['polyfaceMesh'] === true) return [];
  const ends = entity['closed'] === true ? [...corners, first] : corners;
  return ends.flatMap((corner, at) => {
    const before = ends[at - 1];
    return before ? bulged(pointOf(before), pointOf(corner), figure(before, 'bulge')) : [pointOf(corner)];
  });
};

/** A place of a rational B-spline by de Boor's algorithm. */
const splineAt = (
  at: number,
  span: number,
  degree: number,
  knots: readonly number[],
  weighed: readonly (readonly [number, number, number])[],
): Point => {
  const held = Array.from(
    { length: degree + 1 },
    (_, one) => weighed[span - degree + one] ?? ([0, 0, 0] as const),
  );
  for (let round = 1; round <= degree; round += 1)
    for (let one = degree; one >= round; one -= 1) {
      const low = knots[span - degree + one] ?? 0;
      const width = (knots[span + 1 + one - round] ?? 0) - low;
      const share = width === 0 ? 0 : (at - low) / width;
      const [left, right] = [held[one - 1] ?? [0, 0, 0], held[one] ?? [0, 0, 0]];
      const mix = (axis: 0 | 1 | 2): number => left[axis] * (1 - share) + right[axis] * share;
      held[one] = [mix(0), mix(1), mix(2)];
    }
  const [x, y, weight] = held[degree] ?? [0, 0, 1];
  return { x: x / weight, y: y / weight };
};

const spline = (entity: Entity, most: number): Point[] => {
  const points = Array.isArray(entity['controlPoints']) ? entity['controlPoints'].map(pointOf) : [];
  const [degree, knots, weights] = [
    figure(entity, 'degree', 3),
    figures(entity['knots']),
    figures(entity['weights']),
  ];
  const fits =
    degree >= 1 && degree <= 10 && points.length > degree && knots.length === points.length + degree + 1;
  if (!fits || points.length * BETWEEN > most) return points;
  const weighed = points.map(({ x, y }, at): readonly [number, number, number] => {
    const weight = weights[at] ?? 1;
    return [x * weight, y * weight, weight];
  });
  const way: Point[] = [];
  for (let span = degree; span < points.length; span += 1) {
    const [from, to] = [knots[span] ?? 0, knots[span + 1] ?? 0];
    if (!(to > from)) continue;
    for (let piece = way.length === 0 ? 0 : 1; piece <= BETWEEN; piece += 1)
      way.push(splineAt(from + ((to - from) * piece) / BETWEEN, span, degree, knots, weighed));
  }
  return way;
};

/** The way of a line or curve in straight pieces; null for what is none. @param most places that may be made */
export function curveOf(entity: Entity, most: number): Point[] | null {
  const centre = { x: figure(entity, 'x'), y: figure(entity, 'y') };
  const round = { x: figure(entity, 'r'), y: 0 };
  switch (entity['type']) {
    case 'LINE':
      return [pointOf(entity['start']), pointOf(entity['end'])];
    case 'LWPOLYLINE':
    case 'POLYLINE':
      return polyline(entity);
    case 'CIRCLE':
      return ellipse(centre, round, 1, 0, 2 * Math.PI);
    case 'ARC':
      return ellipse(centre, round, 1, figure(entity, 'startAngle'), figure(entity, 'endAngle'));
    case 'ELLIPSE': {
      const major = { x: figure(entity, 'majorX'), y: figure(entity, 'majorY') };
      const [from, to] = [figure(entity, 'startAngle'), figure(entity, 'endAngle', 2 * Math.PI)];
      return ellipse(centre, major, figure(entity, 'axisRatio', 1), from, to);
    }
    case 'SPLINE':
      return spline(entity, most);
    default:
      return null;
  }
}
