import { limits, type DockWind } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { windDrawing, type WindAnswer, type WindState } from './wind-view.ts';

const dock: DockWind = {
  dockOID: 'a',
  name: 'North',
  lng: 113.9,
  lat: 22.5,
  online: true,
  wind: 5,
  rainfall: null,
  humidity: null,
  temperature: null,
  at: 0,
  ageMs: 1_000,
  windFrom: 90,
  windFromOf: 'outside',
};
const answered = (
  part: Partial<DockWind>,
  outside: WindAnswer['outside'] = { state: 'ok', failure: null },
) => ({
  answer: { list: [{ ...dock, ...part }], outside, receivedAt: 0 },
  failure: null,
});
const drawn = (state: WindState, at = 0) =>
  windDrawing(state, [{ oid: 'a', lng: 113.9, lat: 22.5 }], at, (reason, age) => `${reason} ${age}`);

it('draws an arrow where the wind is known, and nothing where it is calm or its direction is not known', () => {
  expect(drawn(answered({})).lines).toHaveLength(1);
  expect(drawn(answered({})).things).toEqual([]);
  expect(drawn(answered({ wind: 0 }))).toEqual({ lines: [], things: [] });
  expect(drawn(answered({ windFrom: null }, { state: 'off', failure: null }))).toEqual({
    lines: [],
    things: [],
  });
  expect(drawn(answered({ online: false }))).toEqual({ lines: [], things: [] });
});

it('shows a question mark in place of every arrow when the question failed, also the first one', () => {
  const failed = { ...answered({}), failure: 'weather.reason.server' as const };
  const { lines, things } = drawn(failed, 90_000);
  expect(lines).toEqual([]);
  expect(things).toMatchObject([{ badge: '?' }]);
  expect(drawn({ answer: null, failure: 'weather.reason.server' }).things).toHaveLength(1);
  expect(drawn({ answer: null, failure: null }).things).toEqual([]);
});

it('says that the provider failed, and that a measurement has become old', () => {
  const outside = { state: 'failed', failure: 'timeout' } as const;
  expect(drawn(answered({ windFrom: null }, outside)).things[0]?.label).toBe('weather.failure.timeout 1000');
  const old = drawn(answered({}), limits.weather.directionFor);
  expect(old.lines).toEqual([]);
  expect(old.things[0]?.label).toContain('weather.reason.old');
});
