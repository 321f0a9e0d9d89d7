import type { Names } from '../../platform/demo-room.ts';

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
