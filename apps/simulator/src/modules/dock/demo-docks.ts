import type { Names } from '../../platform/demo-room.ts';

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
