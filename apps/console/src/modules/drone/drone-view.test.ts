import { bounds, distance } from '@eyrie/geometry';
import { expect, it } from 'vitest';
import { viewsOf, type Looking } from './drone-view.ts';

const drone = {
  lng: 113.9,
  lat: 22.5,
  height: 130,
  elevation: 100,
  head: 0,
  gimbal: { pitch: -90, roll: 0, yaw: 0 },
  camera: { payloadIndex: '53-0-0', zoom: 1, irZoom: null },
} as Looking;
const unknown = (): null => null;

it('sees the ground beneath it as wide as its lens, from take-off where no terrain is known', () => {
  const ring = viewsOf(drone, unknown)[0]?.ring ?? [];
  const box = bounds(ring);
  const across = distance({ lng: box?.west ?? 0, lat: 22.5 }, { lng: box?.east ?? 0, lat: 22.5 });
  expect(across).toBeCloseTo(127.4, 0);
  const over = viewsOf(drone, () => 80)[0]?.ring ?? [];
  const near = bounds(over);
  expect(distance({ lng: near?.west ?? 0, lat: 22.5 }, { lng: near?.east ?? 0, lat: 22.5 })).toBeCloseTo(
    63.7,
    0,
  );
});

it('shows what the zoom sees within it', () => {
  const views = viewsOf({ ...drone, camera: { ...drone.camera, zoom: 5 } }, unknown);
  expect(views.map(({ lens }) => lens)).toEqual(['wide', 'zoom']);
});

it('shows what the thermal lens sees where the aircraft reports one, and its camera has one', () => {
  const thermal = (payloadIndex: string) =>
    viewsOf({ ...drone, camera: { ...drone.camera, payloadIndex, irZoom: 2 } }, unknown).filter(
      ({ lens }) => lens === 'thermal',
    );
  expect(thermal('99-0-0')).toHaveLength(1);
  expect(thermal('98-0-0')).toEqual([]);
});

it('shows nothing of a lens that is not known, or an angle that was not told', () => {
  expect(viewsOf({ ...drone, camera: { ...drone.camera, payloadIndex: '999-0-0' } }, unknown)).toEqual([]);
  expect(viewsOf({ ...drone, gimbal: { ...drone.gimbal, pitch: null } }, unknown)).toEqual([]);
  expect(viewsOf({ ...drone, elevation: null }, unknown)).toEqual([]);
});
