import type { PlanePoint } from '../plane.ts';
import { distance, type Place } from '../sphere.ts';
import { checked, checkedPlace, PlanningFault } from './fault.ts';
import { gap } from './flat.ts';
import { planeOf } from './ground.ts';
import { offsetLine } from './offset.ts';

export interface CorridorOptions {
  /** Metres to the left and to the right of the centre line that are to be covered. */
  readonly left: number;
  readonly right: number;
  /** Metres between lines at the most; 0: the centre line alone. */
  readonly spacing: number;
  /** Fly the centre line as well, where no other line lies on it. */
  readonly centre?: boolean;
  /** Metres of centre line after which a new part begins; without it there is one part. */
  readonly partLength?: number;
}

/** A line along the corridor, in the direction in which it is flown. */
export interface CorridorLine {
  readonly path: readonly Place[];
  /** Metres to the right of the centre line, less than 0 to its left. */
  readonly offset: number;
  readonly part: number;
  /** Metres */
  readonly length: number;
}

export interface CorridorPlan {
  /** In flown order: to and fro in each part. */
  readonly lines: readonly CorridorLine[];
  readonly parts: number;
  /** Metres between lines; 0 for the centre line alone. */
  readonly spacing: number;
  readonly lineLength: number;
  /** Metres from the end of each line to the begin of the next. */
  readonly transitLength: number;
  readonly length: number;
}

const mostLines = 1000;
/** Metres beside the centre line. */
const mostSide = 10_000;
const mostPlaces = 2000;
const mostParts = 1000;
/** Metres; shorter legs are none. */
const leastLeg = 0.01;
/** Metres between the centre line and one that counts as it. */
const onCentre = 0.01;

/** Offsets in metres from left to right: ceil(width / spacing) of them, evenly, half of their distance from both edges. */
export function corridorOffsets({ left, right, spacing, centre = false }: CorridorOptions): number[] {
  const width =
    checked('left', left, { min: 0, max: mostSide }) + checked('right', right, { min: 0, max: mostSide });
  checked('spacing', spacing, { min: 0 });
  if (spacing === 0 || width === 0) return [0];
  const count = Math.max(1, Math.ceil(width / spacing - 1e-9));
  if (count > mostLines)
    throw new PlanningFault('tooManyLines', { field: 'lines', value: count, min: 1, max: mostLines });
  const apart = width / count;
  const offsets = Array.from({ length: count }, (_, line) => (line + 0.5) * apart - left);
  return !centre || offsets.some((offset) => Math.abs(offset) < onCentre)
    ? offsets
    : [...offsets, 0].toSorted((a, b) => a - b);
}

/** The centre line in the plane, without legs that are none. @throws PlanningFault */
function checkedLine(line: readonly Place[]): { points: PlanePoint[]; plane: ReturnType<typeof planeOf> } {
  for (const [at, place] of line.entries()) checkedPlace(`line.${at}`, place);
  if (line.length > mostPlaces)
    throw new PlanningFault('tooManyPlaces', { field: 'line', value: line.length, max: mostPlaces });
  const plane = planeOf(line, 'line');
  const points: PlanePoint[] = [];
  for (const point of line.map(plane.toPlane)) {
    const last = points.at(-1);
    if (!last || gap(last, point) > leastLeg) points.push(point);
  }
  if (points.length < 2)
    throw new PlanningFault('tooFewPlaces', {
      field: 'line',
      value: points.length,
      min: 2,
      at: line[0] ?? null,
    });
  return { points, plane };
}

/** Cuts a line after every so many metres; what is left over is the last part. */
function cutLine(points: readonly PlanePoint[], metres: number): PlanePoint[][] {
  let part: PlanePoint[] = points.slice(0, 1);
  const parts = [part];
  let rest = metres;
  for (const [at, to] of points.slice(1).entries()) {
    let from = points[at] as PlanePoint;
    // A cut closer to a corner than a leg can be lies on it.
    while (gap(from, to) > rest + leastLeg) {
      const share = rest / gap(from, to);
      from = {
        east: from.east + (to.east - from.east) * share,
        north: from.north + (to.north - from.north) * share,
      };
      part.push(from);
      part = [from];
      parts.push(part);
      rest = metres;
    }
    rest -= gap(from, to);
    part.push(to);
  }
  return parts.filter((one) => one.length > 1);
}

function partsOf(points: readonly PlanePoint[], partLength: number | undefined): PlanePoint[][] {
  if (partLength === undefined) return [[...points]];
  const length = points.slice(1).reduce((sum, to, at) => sum + gap(points[at] as PlanePoint, to), 0);
  checked('partLength', partLength, { above: 0 });
  const count = Math.ceil(length / partLength);
  if (count > mostParts)
    throw new PlanningFault('tooManyLines', { field: 'parts', value: count, min: 1, max: mostParts });
  return cutLine(points, partLength);
}

/**
 * Lines beside a centre line, for rivers, roads and power lines: parallel, to and fro, without the loops that offsets make
 * inside sharp bends.
 * @throws PlanningFault
 */
export function planCorridor(line: readonly Place[], options: CorridorOptions): CorridorPlan {
  const offsets = corridorOffsets(options);
  const { points, plane } = checkedLine(line);
  const parts = partsOf(points, options.partLength);
  if (parts.length * offsets.length > mostLines)
    throw new PlanningFault('tooManyLines', {
      field: 'lines',
      value: parts.length * offsets.length,
      min: 1,
      max: mostLines,
    });
  const lines = parts.flatMap((part, at) =>
    toAndFro(part, offsets).map(({ path, offset }): CorridorLine => {
      const places = path.map(plane.toPlace);
      return { path: places, offset, part: at, length: lengthOf(places) };
    }),
  );
  const lineLength = lines.reduce((sum, { length }) => sum + length, 0);
  const transitLength = lines
    .slice(1)
    .reduce((sum, { path }, at) => sum + distance(lines[at]?.path.at(-1) as Place, path[0] as Place), 0);
  return {
    lines,
    parts: parts.length,
    spacing: offsets
      .slice(1)
      .reduce((most, offset, at) => Math.max(most, offset - (offsets[at] ?? offset)), 0),
    lineLength,
    transitLength,
    length: lineLength + transitLength,
  };
}

/** The lines of one part in turns: there, back, there. Of an odd number the last one ends where the next part begins. */
function toAndFro(
  part: readonly PlanePoint[],
  offsets: readonly number[],
): { path: readonly PlanePoint[]; offset: number }[] {
  return offsets.flatMap((offset, at) => {
    const pieces = offsetLine(part, offset);
    const forward = at % 2 === 0;
    return (forward ? pieces : pieces.toReversed()).map((path) => ({
      path: forward ? path : path.toReversed(),
      offset,
    }));
  });
}

const lengthOf = (places: readonly Place[]): number =>
  places.slice(1).reduce((sum, to, at) => sum + distance(places[at] as Place, to), 0);
