import { destination, localPlane, type Place, type PlanePoint } from '@eyrie/geometry';

/** Middle of the world, WGS-84. Everything below is in metres east and north of it. */
export const origin: Place = { lng: 114.7268, lat: 41.1635 };
export const plane = localPlane(origin);
/** Half of its width and height, metres. */
export const reach = { east: 2400, north: 2000 } as const;

/** Where the devices of the demo stand. */
export const sites = {
  east: { lng: 114.7432, lat: 41.1718 },
  west: { lng: 114.7104, lat: 41.1689 },
  south: { lng: 114.7261, lat: 41.1537 },
  substation: { lng: 114.7324, lat: 41.1629 },
  robot: { lng: 114.7302, lat: 41.1641 },
  pilot: { lng: 114.7189, lat: 41.1602 },
} as const satisfies Record<string, Place>;

export const sitePoint = (name: keyof typeof sites): PlanePoint => plane.toPlane(sites[name]);
const from = (name: keyof typeof sites, bearing: number, meters: number): PlanePoint =>
  plane.toPlane(destination(sites[name], bearing, meters));
const points = (...flat: readonly (readonly [number, number])[]): PlanePoint[] =>
  flat.map(([east, north]) => ({ east, north }));

export interface Road {
  readonly points: readonly PlanePoint[];
  /** Half of its width, metres. */
  readonly half: number;
}

/** Each corner cut twice, so that a road bends. */
const bent = (line: readonly PlanePoint[], times = 2): PlanePoint[] => {
  const [first, ...rest] = line;
  const last = rest.at(-1);
  if (times === 0 || !first || !last) return [...line];
  const cut = [first];
  let before = first;
  for (const next of rest) {
    const at = (share: number): PlanePoint => ({
      east: before.east + (next.east - before.east) * share,
      north: before.north + (next.north - before.north) * share,
    });
    cut.push(at(0.22), at(0.78));
    before = next;
  }
  return bent([...cut, last], times - 1);
};

/** The patrol of the western dock follows the first of them, which is why it is given from there. */
export const roads: readonly Road[] = [
  {
    half: 3.6,
    points: bent([
      ...points([-2900, 690], [-1950, 720]),
      from('west', 285, 300),
      from('west', 310, 260),
      from('west', 335, 190),
      ...points([-1150, 700], [-700, 500], [-330, 390], [-80, 190], [240, 10]),
      ...points([640, 330], [1050, 700], [1320, 890], [1760, 1090], [2900, 1330]),
    ]),
  },
  {
    half: 2.6,
    points: bent([
      from('west', 285, 300),
      from('west', 262, 210),
      from('west', 250, 80),
      from('west', 180, 24),
    ]),
  },
  { half: 2.8, points: bent(points([-335, 373], [-240, 950], [-90, 1500], [80, 2500])) },
  {
    half: 3.2,
    points: bent(
      points([-82, 199], [-190, -250], [-250, -620], [-150, -900], [-90, -1100], [60, -1600], [170, -2500]),
    ),
  },
  { half: 2, points: bent(points([-190, -250], [-640, -370], [-1300, -280], [-2100, -60], [-2900, 60])) },
  { half: 2, points: bent(points([-82, -1130], [700, -1050], [1500, -1230], [2900, -1100])) },
];

/** A line of masts: where each stands. */
export const mastLines: readonly (readonly PlanePoint[])[] = [
  [
    from('south', 15, 90),
    from('south', 20, 200),
    from('south', 28, 320),
    ...points([150, -680], [210, -555], [280, -300], [345, -180], [405, -95]),
  ],
  points([520, -30], [640, 90], [760, 220], [880, 350], [1000, 480], [1120, 610], [1240, 740]),
];

/** Above the ground, metres. */
export const mastHeight = 26;
export const turbine = { tower: 68, blade: 27 } as const;
export const turbines: readonly PlanePoint[] = [
  from('east', 55, 330),
  from('east', 140, 340),
  from('east', 205, 350),
  from('east', 325, 340),
  ...points([2020, 1520], [1980, 520], [760, 1460], [180, 1650], [-720, 1560]),
];

export interface Area {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
/** Rows of panels. */
export const solarField: Area = { west: 610, south: -230, east: 980, north: 10 };
/** Metres between two rows, and how wide a row is. */
export const solarRow = { every: 9, wide: 5 } as const;
export const village: Area = { west: -640, south: -60, east: -120, north: 340 };
export const substation: Area = { west: 380, south: -120, east: 520, north: -20 };
/** The wood is where its noise is above a limit; here it may be. */
export const woods: readonly (PlanePoint & { radius: number })[] = [
  { east: -1500, north: 1450, radius: 620 },
  { east: -1950, north: 1000, radius: 420 },
  { east: 1750, north: -330, radius: 430 },
  { east: -900, north: -1450, radius: 330 },
];

export const within = ({ west, south, east, north }: Area, at: PlanePoint, more = 0): boolean =>
  at.east > west - more && at.east < east + more && at.north > south - more && at.north < north + more;

/** Metres from a point to a line. */
export const awayFrom = (line: readonly PlanePoint[], east: number, north: number): number => {
  let least = Infinity;
  for (let index = 1; index < line.length; index += 1) {
    const a = line[index - 1];
    const b = line[index];
    if (!a || !b) continue;
    const along = b.east - a.east;
    const up = b.north - a.north;
    const share = ((east - a.east) * along + (north - a.north) * up) / (along * along + up * up || 1);
    const t = Math.min(1, Math.max(0, share));
    least = Math.min(least, Math.hypot(east - a.east - along * t, north - a.north - up * t));
  }
  return least;
};

export const middleOf = ({ west, south, east, north }: Area): PlanePoint => ({
  east: (west + east) / 2,
  north: (south + north) / 2,
});
/** From the south-west, row by row. */
export const quarters = (area: Area): Area[] => {
  const { east, north } = middleOf(area);
  return [
    { ...area, east, north },
    { ...area, west: east, north },
    { ...area, east, south: north },
    { ...area, west: east, south: north },
  ];
};
/** The box around points, with so many metres more on each side. */
export const surround = (places: readonly PlanePoint[], more: number): Area => ({
  west: Math.min(...places.map(({ east }) => east)) - more,
  east: Math.max(...places.map(({ east }) => east)) + more,
  south: Math.min(...places.map(({ north }) => north)) - more,
  north: Math.max(...places.map(({ north }) => north)) + more,
});
