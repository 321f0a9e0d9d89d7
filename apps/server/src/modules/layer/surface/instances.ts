import { composed, geodetic, moved, times, type Matrix, type Vector } from './frame.ts';
import { columnOf, figuresOf, middleOf, type Table } from './table.ts';
import { UnreadModel } from './unread.ts';

/** Instances of one file at most. */
const instancesMost = 200_000;

const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d];

/** A turn that takes the axes x, y and z to three directions. */
const turned = (x: Vector, y: Vector, z: Vector): Matrix => [...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1];

/** A direction from two numbers of 16 bits, as an octahedron unfolded to a square. */
function unfolded([a = 0, b = 0]: readonly number[]): Vector {
  const [x, y] = [(a / 65_535) * 2 - 1, (b / 65_535) * 2 - 1];
  const z = 1 - Math.abs(x) - Math.abs(y);
  const [east, north] =
    z >= 0 ? [x, y] : [(1 - Math.abs(y)) * (x < 0 ? -1 : 1), (1 - Math.abs(x)) * (y < 0 ? -1 : 1)];
  const length = Math.hypot(east, north, z) || 1;
  return [east / length, north / length, z / length];
}

/** East, north and up at a place. */
function levelAt(place: Vector): Matrix {
  const { lng, lat } = geodetic(place);
  const [l, p] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
  const [sinL, cosL, sinP, cosP] = [Math.sin(l), Math.cos(l), Math.sin(p), Math.cos(p)];
  return turned([-sinL, cosL, 0], [-sinP * cosL, -sinP * sinL, cosP], [cosP * cosL, cosP * sinL, sinP]);
}

type Column = ReturnType<typeof columnOf>;

/** Where each instance of a model is, or each point of a cloud. @throws UnreadModel */
export function placesOf(table: Table, count: number): (at: number) => Vector {
  const middle = middleOf(table);
  const away = (place: readonly number[]): Vector =>
    [0, 1, 2].map((axis) => (middle[axis] as number) + (place[axis] as number)) as unknown as Vector;
  const plain = columnOf(table, ['POSITION', count, 3]);
  if (plain) return (at) => away(plain(at));
  const short = columnOf(table, ['POSITION_QUANTIZED', count, 3], 'short');
  const [offset, scale] = ['QUANTIZED_VOLUME_OFFSET', 'QUANTIZED_VOLUME_SCALE'].map((name) =>
    figuresOf(table, name),
  );
  if (!short || !offset || !scale) throw new UnreadModel('3D Tiles: places');
  return (at) =>
    away(
      short(at).map((share, axis) => (offset[axis] as number) + (share / 65_535) * (scale[axis] as number)),
    );
}

/** How each is turned: by its axes, level on the Earth, or not at all. @throws UnreadModel */
function turnsOf(table: Table, count: number): (at: number, place: Vector) => Matrix | null {
  const axis = (name: string): ((at: number) => Vector) | null => {
    const plain = columnOf(table, [name, count, 3]);
    if (plain) return (at) => plain(at) as unknown as Vector;
    const short: Column = columnOf(table, [`${name}_OCT32P`, count, 2], 'short');
    return short && ((at) => unfolded(short(at)));
  };
  const [up, right] = [axis('NORMAL_UP'), axis('NORMAL_RIGHT')];
  if (up && right)
    return (at) => {
      const [x, y] = [right(at), up(at)];
      return turned(x, y, cross(x, y));
    };
  if (up || right) throw new UnreadModel('i3dm: axes');
  if (table.json['EAST_NORTH_UP'] === true) return (_, place) => levelAt(place);
  return () => null;
}

/** Where the model of an i3dm stands, by its feature table. @throws UnreadModel for one that does not say it */
export function instancesIn(table: Table): Matrix[] {
  const count = table.json['INSTANCES_LENGTH'];
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > instancesMost)
    throw new UnreadModel('i3dm: instances');
  const [placeOf, turnOf] = [placesOf(table, count), turnsOf(table, count)];
  const even = columnOf(table, ['SCALE', count, 1]);
  const uneven = columnOf(table, ['SCALE_NON_UNIFORM', count, 3]);
  return Array.from({ length: count }, (_, at) => {
    const place = placeOf(at);
    const turn = turnOf(at, place);
    const [all = 1] = even?.(at) ?? [];
    const [x = 1, y = 1, z = 1] = uneven?.(at) ?? [];
    const size = composed([0, 0, 0], [0, 0, 0, 1], [x * all, y * all, z * all]);
    return times(moved(place), turn ? times(turn, size) : size);
  });
}
