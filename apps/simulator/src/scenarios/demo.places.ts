/** The three docks of the demo: one of each generation, on a wind farm in open grassland. */
export interface DemoDock {
  names: Names;
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

export const demoLanguages = ['zh-CN', 'en', 'ar'] as const;
export type DemoLanguage = (typeof demoLanguages)[number];

/** Names of docks have at most 20 characters. */
type Names = Readonly<Record<DemoLanguage, string>>;

/** The same with its name in one language. */
export const namedIn = <T extends { names: Names }>(
  things: readonly T[],
  language: DemoLanguage,
): (T & { name: string })[] => things.map((thing) => ({ ...thing, name: thing.names[language] }));

export const demoDocks: readonly DemoDock[] = [
  {
    names: { 'zh-CN': '风场东区机场', en: 'East wind farm dock', ar: 'محطة الرياح الشرقية' },
    model: '3-1-0',
    prefix: 'SIMDOCK1',
    lng: 114.7432,
    lat: 41.1718,
    height: 1388,
    heading: 90,
    battery: 94,
  },
  {
    names: { 'zh-CN': '风场西区机场', en: 'West wind farm dock', ar: 'محطة الرياح الغربية' },
    model: '3-2-0',
    prefix: 'SIMDOCK2',
    lng: 114.7104,
    lat: 41.1689,
    height: 1394,
    heading: -35,
    battery: 92,
  },
  {
    names: { 'zh-CN': '草原南区机场', en: 'South pasture dock', ar: 'محطة المرعى الجنوبي' },
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
  /** By which the demo knows it, whatever it is called. */
  key: string;
  names: Names;
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
    key: 'turbines',
    names: { 'zh-CN': '东区风机巡检', en: 'East turbines', ar: 'توربينات الشرق' },
    dock: 0,
    drone: { enumValue: 67, subEnumValue: 1 },
    payload: 53,
    speed: 9,
    points: ring(6, 150, 50, 20),
  },
  {
    key: 'road',
    names: { 'zh-CN': '西区道路巡查', en: 'West road patrol', ar: 'دورية الطريق الغربي' },
    dock: 1,
    drone: { enumValue: 91, subEnumValue: 1 },
    payload: 81,
    speed: 11,
    points: [
      { bearing: 250, meters: 80, height: 50 },
      { bearing: 262, meters: 210, height: 55 },
      { bearing: 285, meters: 300, height: 55 },
      { bearing: 310, meters: 260, height: 60, photo: false },
      { bearing: 335, meters: 190, height: 60 },
      { bearing: 350, meters: 90, height: 50 },
    ],
  },
  {
    key: 'pasture',
    names: { 'zh-CN': '南区草场环线', en: 'South pasture loop', ar: 'حلقة المرعى الجنوبي' },
    dock: 2,
    drone: { enumValue: 100, subEnumValue: 1 },
    payload: 99,
    speed: 12,
    points: ring(7, 160, 50, 200),
  },
  {
    key: 'powerLine',
    names: { 'zh-CN': '南区集电线路', en: 'South power line', ar: 'خط الكهرباء الجنوبي' },
    dock: 2,
    drone: { enumValue: 100, subEnumValue: 1 },
    payload: 99,
    speed: 10,
    points: [
      { bearing: 15, meters: 90, height: 50 },
      { bearing: 20, meters: 200, height: 55 },
      { bearing: 28, meters: 320, height: 55 },
      { bearing: 42, meters: 300, height: 55 },
      { bearing: 60, meters: 170, height: 50 },
    ],
  },
];
