import { describe, expect, it } from 'vitest';
import { routeFigures } from './figures.ts';
import type { WpmlAction, WpmlWaypoint } from './route.ts';

const action = (func: string): WpmlAction => ({
  func,
  params: {},
  trigger: 'reachPoint',
  triggerParam: null,
  groupEnd: 0,
});
const point = (lng: number, lat: number, height: number, more: Partial<WpmlWaypoint> = {}): WpmlWaypoint => ({
  index: 0,
  lng,
  lat,
  height,
  speed: 10,
  headingMode: 'followWayline',
  headingAngle: 0,
  interest: null,
  turnMode: 'toPointAndStopWithDiscontinuityCurvature',
  damping: 0,
  useStraightLine: true,
  gimbalPitch: null,
  actions: [],
  ...more,
});
const view = ['rotateYaw', 'gimbalRotate', 'zoom'].map(action);

/** Figures that planners of the maker wrote into published files, and the waypoints that they wrote them for. */
describe('the time of a route', () => {
  it('is that of the maker for oriented photos of a Matrice 3TD', () => {
    const waypoints = [
      point(11.499854202, 48.189925743, 568.341006767964, { actions: view }),
      point(11.499866345, 48.189890255, 568.356057037309, { actions: view }),
      point(11.499866345, 48.189890255, 561.372723704309, {
        actions: [
          ...view,
          ...['gimbalRotate', 'rotateYaw', 'gimbalRotate', 'zoom', 'startRecord', 'orientedShoot'].map(
            action,
          ),
        ],
      }),
    ];
    const { length, duration } = routeFigures({ waypoints });
    expect(length).toBeCloseTo(11.0308141708374, 3);
    expect(Math.abs(duration / 24.2336845397949 - 1)).toBeLessThan(0.005);
  });

  it('is that of the maker for a mapping line of a Matrice 4T', () => {
    const line = [
      [104.38843853473, 31.0894391673627, 568.549163818359],
      [104.385266999646, 31.0893917990885, 567.959456277829],
      [104.385258909555, 31.0899354828586, 567.841417389798],
      [104.38842113168, 31.0899827120807, 567.253444840878],
      [104.388403728431, 31.0905262567962, 567.135401375668],
      [104.38525081937, 31.0904791666282, 566.549163818359],
    ] as const;
    const waypoints = line.map(([lng, lat, height], at) =>
      point(lng, lat, height, {
        speed: 15,
        ...(at === 0 || at === line.length - 1 ? {} : { turnMode: 'coordinateTurn', damping: 10 }),
      }),
    );
    const { length, duration } = routeFigures({ waypoints });
    expect(Math.abs(length / 1024.40649414062 - 1)).toBeLessThan(1e-6);
    expect(Math.abs(duration / 85.1419769302011 - 1)).toBeLessThan(0.02);
  });
});
