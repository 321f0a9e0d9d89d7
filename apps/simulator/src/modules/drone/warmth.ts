import { cellNoise, smoothNoise } from '../../platform/noise.ts';
import { aspect, groundSeen, pointSeen, type Look } from './sight.ts';

/** Something on the ground that is hotter than all around it. Metres, degrees Celsius. */
export interface HotJoint {
  /** The same in every process and every run. */
  id: string;
  lng: number;
  lat: number;
  radius: number;
  temperature: number;
}

interface Place {
  lng: number;
  lat: number;
}
/** Where a thermal camera is and how it looks. */
export interface ThermalLook extends Look, Place {
  opening: number;
  /** Joints that are as cold as the ground around them, by their names. */
  repaired?: readonly string[] | undefined;
}
interface Spot {
  x: number;
  y: number;
  temperature: number;
}
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const metersPerDegree = 111_195;
/** Metres: each square of the ground has one joint, at some way from its edges. */
export const jointCell = 120;
const cell = jointCell;
const edge = 15;
const radius = 1.5;
const sky = -15;

const acrossOf = (lat: number): number => metersPerDegree * Math.cos((lat * Math.PI) / 180);

/** The square that a place is in; rows count from the equator, and have one width of a degree each. */
const squareOf = ({ lng, lat }: Place) => {
  const row = Math.floor((lat * metersPerDegree) / cell);
  const across = acrossOf((row * cell) / metersPerDegree);
  return { row, across, column: Math.floor((lng * across) / cell) };
};

const jointOf = ({ row, across, column }: ReturnType<typeof squareOf>): HotJoint => {
  const within = (seed: number): number => edge + cellNoise(column, row, seed) * (cell - 2 * edge);
  return {
    id: `hotJoint_${row}_${column}`,
    lng: (column * cell + within(11)) / across,
    lat: (row * cell + within(12)) / metersPerDegree,
    radius,
    temperature: 55 + cellNoise(column, row, 13) * 40,
  };
};

/** The hot joint in the square of a place. The same in every process, and in every run. */
export const jointAt = (place: Place): HotJoint => jointOf(squareOf(place));

const movedBy = ({ lng, lat }: Place, { east, north }: { east: number; north: number }): Place => ({
  lng: lng + east / acrossOf(lat),
  lat: lat + north / metersPerDegree,
});
const wayTo = (from: Place, to: Place): { east: number; north: number } => ({
  east: (to.lng - from.lng) * acrossOf(from.lat),
  north: (to.lat - from.lat) * metersPerDegree,
});

/** Degrees Celsius of the ground. */
const temperatureAt = (place: Place, repaired: readonly string[]): number => {
  const joint = jointAt(place);
  const { east, north } = wayTo(joint, place);
  if (Math.hypot(east, north) <= joint.radius && !repaired.includes(joint.id)) return joint.temperature;
  return 22 + 3 * smoothNoise((place.lng * metersPerDegree) / 9, (place.lat * metersPerDegree) / 9, 7);
};

const placeSeen = (look: ThermalLook, x: number, y: number): Place | null => {
  const { opening } = look;
  const ground = groundSeen(look, (x - 0.5) * opening, (0.5 - y) * opening * aspect);
  return ground && movedBy(look, ground);
};

/** Degrees Celsius of a point of the thermal picture, in shares from its left and top. */
export const warmthSeen = (look: ThermalLook, x: number, y: number): number => {
  const place = placeSeen(look, x, y);
  return place ? temperatureAt(place, look.repaired ?? []) : sky;
};

const [columns, rows] = [24, 14];

const inside = ({ x, y }: Spot, box: Box): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** An area of the thermal picture: its mean, and its coldest and hottest points. No joint in it is missed. */
export const areaSeen = (look: ThermalLook, box: Box): { average: number; coldest: Spot; hottest: Spot } => {
  const { repaired = [] } = look;
  const spots: Spot[] = [];
  const joints = new Map<string, HotJoint>();
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const x = box.x + (box.width * (column + 0.5)) / columns;
      const y = box.y + (box.height * (row + 0.5)) / rows;
      const place = placeSeen(look, x, y);
      spots.push({ x, y, temperature: place ? temperatureAt(place, repaired) : sky });
      if (!place) continue;
      const joint = jointAt(place);
      if (!repaired.includes(joint.id)) joints.set(joint.id, joint);
    }
  const average = spots.reduce((sum, { temperature }) => sum + temperature, 0) / spots.length;
  const seen = [...joints.values()].flatMap((joint): Spot[] => {
    const at = pointSeen(look, look.opening, wayTo(look, joint));
    const spot = at && { ...at, temperature: joint.temperature };
    return spot && inside(spot, box) ? [spot] : [];
  });
  const sorted = [...spots, ...seen].toSorted((a, b) => a.temperature - b.temperature);
  return { average, coldest: sorted[0] as Spot, hottest: sorted.at(-1) as Spot };
};
