import { toDroneTelemetry, emptySnapshot, mergeProperties } from '@eyrie/dji';
import { expect, it } from 'vitest';
import { PayloadDesk } from '../gimbal/index.ts';
import {
  areaSeen,
  aspect,
  droneModels,
  droneOsd,
  gearOf,
  groundSeen,
  jointAt,
  lookOf,
  mode,
  openingOf,
  pointSeen,
  standingDrone,
  type Drone,
} from './index.ts';

const home = { lng: 113.95, lat: 22.54, height: 40, heading: 0 };
const camera = '99-0-0';
const joint = jointAt(home);

const bench = (differs: Partial<Drone> = {}) => {
  const drone: Drone = { ...standingDrone(home), powered: true, mode: mode.hover, elevation: 60, ...differs };
  const desk = new PayloadDesk({
    drone,
    camera,
    place: home,
    run: () => null,
    afterSeconds: () => undefined,
  });
  const order = (method: string, data: object) => desk.command(method, { payload_index: camera, ...data });
  const model = droneModels['0-100-1'];
  if (!model) throw new Error('no such aircraft');
  /** As the server knows it, from what goes over the wire. */
  const shown = () => {
    const osd = droneOsd({
      drone,
      model,
      sn: 'AIR',
      dock: { sn: 'DOCK', height: home.height },
      battery: { percent: 80, temperature: 30, cycles: 3 } as never,
      gear: gearOf('AIR', model),
      weather: { wind: 3, windFrom: 90, rain: 0, temperature: 22, humidity: 50 },
      speedUp: 1,
    });
    const { snapshot } = mergeProperties(emptySnapshot(), JSON.parse(JSON.stringify(osd)), {
      at: 1,
      source: 'osd',
    });
    return toDroneTelemetry(snapshot, { sn: 'AIR', dockOid: '', online: true, flightOID: null, now: 1 });
  };
  return { drone, order, shown };
};
const at = { longitude: joint.lng, latitude: joint.lat, height: home.height, locked: true };

it.each([30, 60, 110])('a hot joint is measured within 1 K of its truth from %d m', (elevation) => {
  const { order, shown } = bench({ elevation });
  expect(order('camera_look_at', at)).toBe(0);
  expect(order('ir_metering_point_set', { x: 0.5, y: 0.5 })).toBe(0);
  const point = shown().camera.thermal?.point;
  expect(point).toMatchObject({ x: 0.5, y: 0.5 });
  expect(Math.abs((point?.temperature ?? 0) - joint.temperature)).toBeLessThan(1);
  expect(joint.temperature).toBeGreaterThan(50);
});

it('the hottest of an area is the joint in it, where it is; beside it the ground is cold', () => {
  const { order, shown } = bench();
  order('camera_look_at', at);
  order('ir_metering_area_set', { x: 0.3, y: 0.3, width: 0.4, height: 0.4 });
  const area = shown().camera.thermal?.area;
  expect(Math.abs((area?.hottest?.temperature ?? 0) - joint.temperature)).toBeLessThan(1);
  expect(area?.hottest).toMatchObject({ x: expect.closeTo(0.5, 1), y: expect.closeTo(0.5, 1) });
  expect(area?.coldest?.temperature).toBeLessThan(26);
  expect(area?.average).toBeLessThan(30);
});

it('what its gain does not measure shows the end of the range', () => {
  const { drone, order, shown } = bench();
  order('camera_look_at', at);
  drone.camera.thermal['thermal_gain_mode'] = 1;
  drone.gimbalPitch = 30;
  order('ir_metering_point_set', { x: 0.5, y: 0 });
  expect(shown().camera.thermal?.point?.temperature).toBe(0);
});

it.each([
  ['wide', 0.15, 0.8],
  ['zoom', 0.9, 0.2],
  ['ir', 0.3, 0.9],
])('what is aimed at through the lens %s comes into the middle within half a degree', (lens, x, y) => {
  const { drone, order } = bench({ gimbalPitch: -50 });
  const open = openingOf(lens, drone.camera);
  const seen = groundSeen(lookOf(drone), (x - 0.5) * open, (0.5 - y) * open * aspect);
  if (!seen) throw new Error('there is no ground');
  order('camera_aim', { camera_type: lens, locked: false, x, y });
  const middle = pointSeen(lookOf(drone), open, seen);
  const degrees = (share: number): number => (Math.atan(share * open) * 180) / Math.PI;
  expect(Math.abs(degrees((middle?.x ?? 1) - 0.5))).toBeLessThan(0.5);
  expect(Math.abs(degrees(((middle?.y ?? 1) - 0.5) * aspect))).toBeLessThan(0.5);
});

it('is the same wherever it is looked at from, and no camera without a thermal lens says anything of it', () => {
  expect(jointAt(joint)).toEqual(joint);
  const look = { ...home, head: 0, gimbalPitch: -90, elevation: 60, opening: 0.8 };
  expect(areaSeen(look, { x: 0, y: 0, width: 1, height: 1 }).coldest.temperature).toBeGreaterThan(15);
});
