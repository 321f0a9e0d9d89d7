import { limits, type PlanAction, type PlanPoint, type RouteRow } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { columnOf, meantWord, pointColumns, type PointColumn } from './point-columns.ts';

/** Points of a table, and everything that is wrong in it. */
export interface PointRows {
  points: PlanPoint[];
  rows: RouteRow[];
  /** How many faults there are; `rows` holds the first. */
  faults: number;
  /** Longitude and latitude stand in each other's place, as far as that can be seen. */
  swapped: boolean;
}

const mostShown = 200;
/** The heading stands among the first rows: above it may be names for programs. */
const headingRows = 3;

interface Head {
  places: ReadonlyMap<PointColumn, number>;
  /** Rows above the first point. */
  above: number;
}

/** @throws Refusal `tableTemplate` where no row names the columns that every point needs */
function headOf(table: readonly (readonly string[])[]): Head {
  const found = table.slice(0, headingRows).map((cells) => {
    const places = new Map<PointColumn, number>();
    for (const [place, cell] of cells.entries()) {
      const column = columnOf(cell);
      if (column && !places.has(column)) places.set(column, place);
    }
    return places;
  });
  const needed = pointColumns.filter(({ required }) => required);
  const isHead = (places: ReadonlyMap<PointColumn, number> | undefined): boolean =>
    needed.every((column) => places?.has(column));
  const first = found.findIndex(isHead);
  const head = found[first];
  if (!head)
    throw new Refusal('tableTemplate', { values: { columns: needed.map(({ id }) => id).join(', ') } });
  let above = first + 1;
  while (isHead(found[above])) above += 1;
  return { places: head, above };
}

type Values = Partial<Record<string, number | string>>;

/** A cell as its column's value, or why it is none. */
function read(column: PointColumn, text: string): { value: number | string } | { reason: string } {
  if (text.startsWith('=')) return { reason: 'formula' };
  if (text.length > 200) return { reason: 'tooLong' };
  if (column.words) {
    const word = meantWord(column, text);
    return word === undefined ? { reason: 'unknownWord' } : { value: word };
  }
  const value = column.read?.(text) ?? null;
  if (value === null) return { reason: 'notNumber' };
  const [min, max] = column.range ?? [-Infinity, Infinity];
  return value < min || value > max ? { reason: 'outOfRange' } : { value };
}

function pointOf(values: Values, number: number): PlanPoint {
  const { lng, lat, height, hover, photo, ...rest } = values;
  const actions: PlanAction[] = [];
  if (typeof hover === 'number' && hover > 0) actions.push({ type: 'hover', seconds: hover });
  if (photo === 'yes') actions.push({ type: 'takePhoto' });
  return {
    id: `p${number}`,
    lng: Number(lng),
    lat: Number(lat),
    height: Number(height),
    ...(rest as Partial<PlanPoint>),
    actions,
  };
}

/** Whether each row that has both would be right the other way round, and one is only so. */
function looksSwapped(pairs: readonly (readonly [lng: number, lat: number])[]): boolean {
  return (
    pairs.some(([, lat]) => Math.abs(lat) > 90) &&
    pairs.every(([lng, lat]) => Math.abs(lng) <= 90 && Math.abs(lat) <= 180)
  );
}

/**
 * Reads points out of a table. Every fault of every row is named, not only the first.
 *
 * @param formulas names of cells such as `B3` that hold a formula: what it is worth is known to the program that wrote it alone
 * @throws Refusal `tableTemplate`, `tableEmpty`
 */
export function readPoints(
  table: readonly (readonly string[])[],
  { swap = false, formulas = new Set<string>() }: { swap?: boolean; formulas?: ReadonlySet<string> } = {},
): PointRows {
  const { places: found, above } = headOf(table);
  const places = swap ? exchanged(found) : found;
  const points: PlanPoint[] = [];
  const rows: RouteRow[] = [];
  const pairs: (readonly [number, number])[] = [];
  let faults = 0;
  for (let at = above; at < table.length; at += 1) {
    const cells = table[at] ?? [];
    if (cells.every((cell) => cell.trim() === '')) continue;
    const values: Values = {};
    const before = faults;
    for (const [column, place] of places) {
      const text = (cells[place] ?? '').trim();
      const fault = (reason: string): void => {
        faults += 1;
        if (rows.length < mostShown)
          rows.push({ row: at + 1, column: column.id, value: text.slice(0, 60), reason });
      };
      if (formulas.has(`${letters(place)}${at + 1}`)) fault('formula');
      else if (text === '') {
        if (column.required) fault('required');
      } else {
        const got = read(column, text);
        if ('reason' in got) fault(got.reason);
        else values[column.id] = got.value;
      }
    }
    pairs.push(...pairOf(places, cells));
    if (faults === before) points.push(pointOf(values, points.length + 1));
  }
  if (points.length === 0 && faults === 0)
    throw new Refusal('tableEmpty', { values: { columns: pointColumns.map(({ id }) => id).join(', ') } });
  if (points.length > limits.route.waypoints)
    throw new Refusal('tableTooLong', { values: { max: limits.route.waypoints } });
  return { points, rows, faults, swapped: !swap && looksSwapped(pairs) };
}

const byId = (places: ReadonlyMap<PointColumn, number>, id: string) =>
  [...places].find(([column]) => column.id === id);

function exchanged(places: ReadonlyMap<PointColumn, number>): Map<PointColumn, number> {
  const [lng, lat] = [byId(places, 'lng'), byId(places, 'lat')];
  const other = new Map(places);
  if (lng && lat) other.set(lng[0], lat[1]).set(lat[0], lng[1]);
  return other;
}

function pairOf(places: ReadonlyMap<PointColumn, number>, cells: readonly string[]): [number, number][] {
  const values = ['lng', 'lat'].map((id) => {
    const [column, place] = byId(places, id) ?? [];
    return column?.read?.((cells[place ?? -1] ?? '').trim()) ?? null;
  });
  const [lng, lat] = values;
  return typeof lng === 'number' && typeof lat === 'number' ? [[lng, lat]] : [];
}

/** Name of a column in a spreadsheet: A, B … Z, AA. */
export function letters(place: number): string {
  const rest = place % 26;
  const own = String.fromCodePoint(65 + rest);
  return place < 26 ? own : letters((place - rest) / 26 - 1) + own;
}
