/** The three docks of the demo: one of each generation, on a wind farm in open grassland. */
export interface DemoDock {
  name: string;
  model: string;
  /** First letters of the serial number; the rest is drawn by lot. */
  prefix: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
  heading: number;
  battery: number;
}

export const demoDocks: readonly DemoDock[] = [
  {
    name: '风场东区机库',
    model: '3-1-0',
    prefix: 'SIMDOCK1',
    lng: 114.7432,
    lat: 41.1718,
    height: 1388,
    heading: 90,
    battery: 94,
  },
  {
    name: '风场西区机库',
    model: '3-2-0',
    prefix: 'SIMDOCK2',
    lng: 114.7104,
    lat: 41.1689,
    height: 1394,
    heading: -35,
    battery: 92,
  },
  {
    name: '草原南区机库',
    model: '3-3-0',
    prefix: 'SIMDOCK3',
    lng: 114.7261,
    lat: 41.1537,
    height: 1381,
    heading: 12,
    battery: 95,
  },
];

export interface DemoRoute {
  name: string;
  /** Which of the docks it belongs to. */
  dock: number;
  drone: { enumValue: number; subEnumValue: number };
  payload: number;
  speed: number;
  points: readonly { bearing: number; meters: number; height: number; photo?: boolean }[];
}

const ring = (count: number, meters: number, height: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    bearing: (from + (index * 360) / count) % 360,
    meters,
    height,
  }));

export const demoRoutes: readonly DemoRoute[] = [
  {
    name: '东区风机巡检',
    dock: 0,
    drone: { enumValue: 67, subEnumValue: 1 },
    payload: 53,
    speed: 9,
    points: ring(6, 260, 70, 20),
  },
  {
    name: '西区道路巡查',
    dock: 1,
    drone: { enumValue: 91, subEnumValue: 1 },
    payload: 81,
    speed: 11,
    points: [
      { bearing: 250, meters: 120, height: 55 },
      { bearing: 262, meters: 330, height: 60 },
      { bearing: 285, meters: 470, height: 60 },
      { bearing: 310, meters: 420, height: 65, photo: false },
      { bearing: 335, meters: 300, height: 65 },
      { bearing: 350, meters: 150, height: 55 },
    ],
  },
  {
    name: '南区草场环线',
    dock: 2,
    drone: { enumValue: 100, subEnumValue: 1 },
    payload: 99,
    speed: 12,
    points: ring(7, 310, 60, 200),
  },
  {
    name: '南区集电线路',
    dock: 2,
    drone: { enumValue: 100, subEnumValue: 1 },
    payload: 99,
    speed: 10,
    points: [
      { bearing: 15, meters: 140, height: 60 },
      { bearing: 20, meters: 320, height: 65 },
      { bearing: 28, meters: 510, height: 70 },
      { bearing: 42, meters: 480, height: 70 },
      { bearing: 60, meters: 260, height: 60 },
    ],
  },
];
