import { distance } from '@eyrie/geometry';
import { addPoint, changePoints, freshPlan, planPlayback, setSettings } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { cornersOf, momentOfPhoto, poseOf, seenGround } from './camera-pose.ts';
import { compute, groundOf } from './compute.ts';
import { conesOf, conesAtMost } from './view-cones.ts';

const drawn = [10, 10.001, 10.002].reduce(
  (before, lng) => addPoint(before, { lng, lat: 0 }),
  freshPlan('waypoint'),
);
const [, second] = drawn.points;
const plan = setSettings(
  changePoints(drawn, [second?.id ?? ''], {
    height: { to: 120 },
    actions: {
      set: [
        { type: 'zoom', factor: 2 },
        { type: 'orientedShoot', heading: 12, pitch: -40, zoom: 5 },
      ],
    },
  }),
  { heightMode: 'altitude', gimbalPitch: -60 },
);
/** The sea 30 m over the ellipsoid, ground 20 m over the sea. */
const computed = compute({ plan }, { height: () => 20, undulation: ({ lng }) => 30 + (lng - 10) * 1000 });
const playback = planPlayback(plan, computed.route, computed.path);
const { camera } = plan.settings;
const wide = (sensor: number, zoom: number) =>
  (2 * Math.atan(sensor / (2 * camera.focalLength * zoom)) * 180) / Math.PI;

it('stands between the points, above the ellipsoid, with the view of the lens', () => {
  const half = (playback.secondsAt(second?.id ?? '') ?? 0) / 2;
  const moment = playback.at(half);
  const pose = moment && poseOf(moment, computed.path, camera);
  const [from, to] = [drawn.points[0]?.height ?? 0, 120];
  const share = moment?.share ?? 0;
  expect(share).toBeGreaterThan(0);
  expect(pose?.height).toBeCloseTo(from + (to - from) * share + 30 + share, 6);
  expect(pose?.heading).toBeCloseTo(90, 3);
  expect(pose?.pitch).toBe(-60);
  expect(pose?.horizontal).toBeCloseTo(wide(camera.sensorW, 1), 9);
  expect(pose?.vertical).toBeCloseTo(wide(camera.sensorH, 1), 9);
});

it('narrows its view with the zoom that a point asks for, and turns for a photo', () => {
  const moment = playback.at(playback.duration);
  expect(moment && poseOf(moment, computed.path, camera)?.horizontal).toBeCloseTo(wide(camera.sensorW, 2), 9);
  const [photo] = playback.photos;
  const taken = photo && momentOfPhoto(playback, photo);
  const pose = taken && poseOf(taken, computed.path, camera);
  expect(pose).toMatchObject({ heading: 12, pitch: -40 });
  expect(pose?.vertical).toBeCloseTo(wide(camera.sensorH, 5), 9);
  expect(pose?.lng).toBeCloseTo(10.001, 9);
});

it('is not known without the height of the take-off or the sea level', () => {
  const relative = setSettings(plan, { heightMode: 'relative' });
  const unknown = compute({ plan: relative }, groundOf(null, null));
  const moment = planPlayback(relative, unknown.route, unknown.path).at(1);
  expect(moment && poseOf(moment, unknown.path, camera)).toBeNull();
  // The ground that it sees is drawn all the same, by the height above take-off.
  expect(moment && seenGround(moment, null, camera, () => null).length).toBeGreaterThan(3);
  const level = compute(
    { plan },
    groundOf(null, () => Number.NaN),
  );
  const there = planPlayback(plan, level.route, level.path).at(1);
  expect(there && poseOf(there, level.path, camera)).toBeNull();
});

it('has a cone of four lines that end on the ground, and the ground between them', () => {
  const moment = playback.at(1);
  const pose = moment && poseOf(moment, computed.path, camera);
  if (!pose) throw new Error('no pose');
  const ground = () => 50;
  const corners = cornersOf(pose, ground);
  expect(corners?.map(({ height }) => height)).toEqual([50, 50, 50, 50]);
  const lines = conesOf([{ id: 'a', pose }], ground, 'accent');
  expect(lines).toHaveLength(5);
  for (const [at, line] of lines.slice(0, 4).entries()) {
    expect(line.path[0]).toMatchObject({ lng: pose.lng, lat: pose.lat, height: pose.height });
    expect(distance(line.path[1] ?? pose, corners?.[at] ?? pose)).toBe(0);
  }
  expect(lines[4]?.path).toHaveLength(5);
  expect(conesOf([{ id: 'a', pose }], () => null, 'accent')).toEqual([]);
});

it('are thinned evenly where there are many', () => {
  const moment = playback.at(1);
  const pose = moment && poseOf(moment, computed.path, camera);
  const many = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at), pose: pose as never }));
  const ids = new Set(conesOf(many, () => 50, 'muted').map(({ id }) => id.split('/')[0]));
  expect(ids.size).toBeLessThanOrEqual(conesAtMost);
  expect(ids.size).toBeGreaterThan(conesAtMost / 2);
  expect([...ids].map(Number).at(-1)).toBeGreaterThan(900);
});
