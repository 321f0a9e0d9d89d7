import type { PlanePoint } from '../plane.ts';
import { distance, type Place } from '../sphere.ts';
import { cellsOf, endOf, startOf, type Cell, type Run } from './cells.ts';
import { bestCourse, normaliseCourse } from './course.ts';
import { cutCount, cutLines, placements, type CutOptions, type CutPart, type Piece } from './cut.ts';
import { checked, checkedPlace, PlanningFault } from './fault.ts';
import { gap } from './flat.ts';
import { flatGround, type AreaPart, type FlatGround, type Ground } from './ground.ts';
import { legTimer } from './leg-timer.ts';
import { improveRuns } from './order-runs.ts';
import { cheapest, orderCells, roughOrder } from './order.ts';
import type { Cost } from './steps.ts';
import { extended } from './turnaround.ts';
import { straightWays, waysAround, type Ways } from './ways.ts';

/** Where a plan begins: the side of the course on which its first line lies, and which end of it. */
export type EntryCorner = 'leftBack' | 'leftFront' | 'rightBack' | 'rightFront';

export interface AreaOptions {
  /** Metres between lines at the most. */
  readonly spacing: number;
  /** Degrees clockwise from north along which the first line is flown, see `normaliseCourse`; or the best one. */
  readonly course: number | 'best';
  /** Default: the one from which the plan is cheapest. */
  readonly entry?: EntryCorner;
  /**
   * Where lines end: on the edge, the default, or only where nothing of the ground lies beside them any more. The first is
   * shorter; it leaves up to a quarter of the spacing squared uncovered at each end on a slanting edge, and misses what is
   * narrower than the spacing where no line meets it. The second covers everything.
   */
  readonly ends?: 'edge' | 'band';
  /** Metres by which lines go on at both ends, so that photos are taken at full speed. Default 0. */
  readonly turnaround?: number;
  /** m/s. Plans are compared by the time they take at it; without it, or `by: 'length'`, by their metres. */
  readonly speed?: number;
  readonly by?: 'time' | 'length';
  /** From where the aircraft comes and to where it goes back: counts for the order. */
  readonly home?: Place;
}

/** A line over the ground, in the direction in which it is flown. */
export interface Strip {
  /** Where the ground begins and ends. */
  readonly from: Place;
  readonly to: Place;
  /** Where the line begins and ends with its turnaround; the same places without. */
  readonly begin: Place;
  readonly end: Place;
  /** Metres from begin to end. */
  readonly length: number;
  /** Part of the ground, cell in it and line of the part, from 0. */
  readonly part: number;
  readonly cell: number;
  readonly line: number;
}

/** The way from the end of a strip to the begin of the next. */
export interface Transit {
  /** Corners between both, around what is forbidden. */
  readonly over: readonly Place[];
  /** Metres */
  readonly length: number;
}

export interface AreaPlan {
  readonly strips: readonly Strip[];
  /** One fewer than strips. */
  readonly transits: readonly Transit[];
  /** Degrees, as asked or found. */
  readonly course: number;
  /** Metres between lines where they are farthest apart; never more than asked. */
  readonly spacing: number;
  /** Lines and cells of all parts. */
  readonly lines: number;
  readonly cells: number;
  /** Square metres of the ground with its margin. */
  readonly area: number;
  /** The ground with its margin: outer rings, each with its holes. */
  readonly ground: readonly AreaPart[];
  /** Metres of strips, of transits, of both. */
  readonly stripLength: number;
  readonly transitLength: number;
  readonly length: number;
}

/** More cells than this are ordered by straight ways even where some are forbidden; the ways flown lead around all the same. */
const mostRouted = 40;

interface Planner {
  readonly ground: FlatGround;
  readonly ways: Ways;
  readonly spacing: number;
  readonly turnaround: number;
  readonly ends: 'edge' | 'band';
  /** Metres or seconds of a straight leg between two stops. */
  readonly worth: (metres: number) => number;
  readonly home: PlanePoint | null;
}

interface Laid {
  readonly cut: readonly CutPart[];
  readonly cells: readonly Cell[];
  readonly runs: readonly Run[];
  readonly cost: number;
}

/** Metres of a way with its corners, each leg by its worth: around a corner the aircraft stops. */
function wayCost({ ways, worth }: Planner): Cost {
  if (ways === straightWays) return (from, to) => worth(gap(from, to));
  return (from, to) => {
    const metres = ways.metres(from, to);
    return metres === Infinity ? Infinity : worth(metres);
  };
}

const cut = (
  { ground, spacing, ends }: Planner,
  course: number,
  placement: CutOptions['placement'] = 'wide',
): CutPart[] => cutLines(ground.parts, { course, spacing, placement, ends, off: ground.off });

const piecesCost = (parts: readonly CutPart[], { worth, turnaround }: Planner): number => {
  let sum = 0;
  for (const { lines } of parts)
    for (const line of lines) for (const { low, high } of line) sum += worth(high - low + 2 * turnaround);
  return sum;
};

/** Bands take the square of the corners: of more than this, courses are compared by lines that end on the edge. */
const mostBandCorners = 400;

/** What a course costs, quickly: cells always to the next one, straight ways. Infinity where it needs too many lines. */
function roughCost(planner: Planner, course: number): number {
  if (!cutCount(planner.ground.parts, course, planner.spacing)) return Infinity;
  const corners = planner.ground.parts.flat().reduce((count, ring) => count + ring.length, 0);
  const parts = cut(corners > mostBandCorners ? { ...planner, ends: 'edge' } : planner, course);
  const runs = roughOrder(parts.flatMap(cellsOf), { cost: gap });
  return runsCost(runs, (from, to) => planner.worth(gap(from, to))) + piecesCost(parts, planner);
}

/** To and fro over whole lines, straight on over what lies between their pieces. */
function wholeLines(parts: readonly CutPart[], flip: boolean): Run[] {
  return parts.flatMap(({ lines }) =>
    lines.flatMap((line, at) => {
      const forward = (at % 2 === 0) !== flip;
      return (forward ? line : line.toReversed()).map((piece) => ({ piece, forward }));
    }),
  );
}

const runsCost = (runs: readonly Run[], cost: Cost): number =>
  runs.reduce((sum, run, at) => sum + (at > 0 ? cost(endOf(runs[at - 1] as Run), startOf(run)) : 0), 0);

/** The run with which a plan begins at a corner: of the outermost line there the outermost piece. */
function firstRun(parts: readonly CutPart[], entry: EntryCorner | undefined): Run | undefined {
  if (!entry) return undefined;
  const lines = parts.flatMap((part) => part.lines).filter((line) => line.length > 0);
  const all = entry.startsWith('left') ? lines : lines.toReversed();
  const forward = entry.endsWith('Back');
  const line = all[0] ?? [];
  const piece: Piece | undefined = forward ? line[0] : line.at(-1);
  return piece && { piece, forward };
}

/** The cheaper of both placements of the lines, found by straight ways. */
const search = (planner: Planner, course: number, entry: EntryCorner | undefined): Laid =>
  cheapest(
    placements.map((placement) => layLines(planner, cut(planner, course, placement), entry, false)),
    ({ cost }) => cost,
  );

/** The plan of a course, its cells ordered by the ways that are flown, or taken apart where that pays. */
function lay(planner: Planner, course: number, entry: EntryCorner | undefined): Laid {
  const found = search(planner, course, entry);
  if (planner.ways !== straightWays) return layLines(planner, found.cut, entry, true);
  if (found.cells.length < 2) return found;
  const { home, worth } = planner;
  const cost: Cost = (from, to) => worth(gap(from, to));
  const runs = improveRuns(found.runs, cost, (point) => (home ? cost(home, point) : 0), entry ? 1 : 0);
  return { ...found, runs };
}

function layLines(
  planner: Planner,
  parts: readonly CutPart[],
  entry: EntryCorner | undefined,
  around: boolean,
): Laid {
  const cells = parts.flatMap(cellsOf);
  const routed = wayCost(planner);
  const straight: Cost = (from, to) => planner.worth(gap(from, to));
  const { home } = planner;
  const homeCost = home ? (point: PlanePoint) => routed(home, point) : undefined;
  const first = firstRun(parts, entry);
  const ordered = orderCells(cells, {
    cost: around && cells.length <= mostRouted ? routed : straight,
    ...(homeCost ? { home: homeCost } : {}),
    ...(first ? { first } : {}),
  });
  const orders = [ordered, wholeLines(parts, false), wholeLines(parts, true)].filter(
    (runs) => !first || (runs[0]?.piece === first.piece && runs[0]?.forward === first.forward),
  );
  const whole = (runs: readonly Run[], cost: Cost): number =>
    runsCost(runs, cost) +
    (homeCost && runs[0] ? homeCost(startOf(runs[0])) + homeCost(endOf(runs.at(-1) as Run)) : 0);
  const chosen = cheapest(orders, (runs) => whole(runs, around ? routed : straight));
  return { cut: parts, cells, runs: chosen, cost: whole(chosen, routed) + piecesCost(parts, planner) };
}

function plannerOf(ground: FlatGround, options: AreaOptions): Planner {
  const spacing = checked('spacing', options.spacing, { above: 0 });
  const turnaround = checked('turnaround', options.turnaround ?? 0, { min: 0, max: 1000 });
  const { speed, by = speed === undefined ? 'length' : 'time' } = options;
  if (speed !== undefined) checked('speed', speed, { above: 0 });
  return {
    ground,
    ways: waysAround(ground.forbidden),
    spacing,
    turnaround,
    ends: options.ends ?? 'edge',
    worth: by === 'time' && speed !== undefined ? legTimer(speed) : (metres) => metres,
    home: options.home ? ground.plane.toPlane(checkedPlace('home', options.home)) : null,
  };
}

/** The course of the least cost. @throws PlanningFault `tooManyLines` where every course needs too many */
function findCourse(planner: Planner, entry: EntryCorner | undefined): number {
  const best = bestCourse(
    (course) => roughCost(planner, course),
    (course) => search(planner, course, entry).cost,
  );
  // The cut that fails names the figures.
  if (!best) cut(planner, 0);
  return best?.course ?? 0;
}

/**
 * Parallel lines over an area: to and fro over convex ground; where lines are cut apart, cell by cell in the order and from
 * the corners that cost least, or whole lines where that is cheaper. Ways between strips lead around what is forbidden.
 * @throws PlanningFault for rings that are none, figures out of range, too many lines, or ground that no way leads to
 */
export function planArea(ground: Ground, options: AreaOptions): AreaPlan {
  const flat = flatGround(ground);
  const planner = plannerOf(flat, options);
  const course =
    options.course === 'best' ? findCourse(planner, options.entry) : normaliseCourse(options.course);
  const laid = lay(planner, course, options.entry);
  return described(laid, course, planner);
}

function described(laid: Laid, course: number, { ground, ways, turnaround }: Planner): AreaPlan {
  const { toPlace } = ground.plane;
  const cellOf = new Map(laid.cells.flatMap((cell, at) => cell.map((piece) => [piece, at] as const)));
  const legs = laid.runs.map((run) => ({ run, ...extended(run, turnaround, ground.forbidden) }));
  const strips = legs.map(({ run, begin, end }): Strip => {
    const [from, to, first, last] = [startOf(run), endOf(run), begin, end].map(toPlace) as [
      Place,
      Place,
      Place,
      Place,
    ];
    const { part, line } = run.piece;
    const cell = cellOf.get(run.piece) ?? 0;
    return { from, to, begin: first, end: last, length: distance(first, last), part, cell, line };
  });
  const transits = legs.slice(1).map(({ begin }, at): Transit => {
    const { end } = legs[at] as { end: PlanePoint };
    if (ways.metres(end, begin) === Infinity)
      throw new PlanningFault('noWay', { field: 'forbidden', at: toPlace(begin) });
    const over = ways.corners(end, begin).map(toPlace);
    const path = [toPlace(end), ...over, toPlace(begin)];
    return {
      over,
      length: path.slice(1).reduce((sum, to, leg) => sum + distance(path[leg] as Place, to), 0),
    };
  });
  const sum = (all: readonly { length: number }[]): number =>
    all.reduce((total, { length }) => total + length, 0);
  const [stripLength, transitLength] = [sum(strips), sum(transits)];
  return {
    strips,
    transits,
    course,
    spacing: laid.cut.reduce((most, { spacing }) => Math.max(most, spacing), 0),
    lines: laid.cut.reduce((count, { lines }) => count + lines.length, 0),
    cells: laid.cells.length,
    area: ground.area,
    ground: ground.parts.map((part) => part.map((ring) => ring.map(toPlace))),
    stripLength,
    transitLength,
    length: stripLength + transitLength,
  };
}
