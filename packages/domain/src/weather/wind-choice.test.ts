import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import type { DockWind, OutsideWeather } from './weather.calls.ts';
import { chooseWind } from './wind-choice.ts';

const { directionFor, freshFor } = limits.weather;
const dock = (part: Partial<DockWind & { distance: number }> = {}) => ({
  dockOID: 'a',
  name: 'North',
  lng: 0,
  lat: 0,
  online: true,
  wind: 5,
  rainfall: null,
  temperature: null,
  humidity: null,
  at: 0,
  ageMs: 2_000,
  windFrom: null,
  windFromOf: null,
  distance: 1_000,
  ...part,
});
const reading = { temperature: null, humidity: null, wind: 8, windFrom: 200, rain: null };
const outside = (part: Partial<OutsideWeather> = {}): OutsideWeather => ({
  state: 'ok',
  provider: 'open-meteo',
  failure: null,
  at: 0,
  ageMs: 60_000,
  reading,
  ...part,
});
const off = outside({ state: 'off', provider: null, at: null, ageMs: null, reading: null });

describe('the wind for a plan', () => {
  it('is that of the dock from which it flies, then of the nearest one, then of the provider', () => {
    const far = dock({ dockOID: 'b', name: 'South', distance: 30_000, wind: 3 });
    const two = { docks: [dock(), far], outside: outside() };
    expect(chooseWind(two, [], 'b')).toMatchObject({ speed: 3, source: { name: 'South' } });
    expect(chooseWind(two, [], null)).toMatchObject({ speed: 5, source: { kind: 'dock', name: 'North' } });
    expect(chooseWind({ docks: [far], outside: outside() }, [], null)).toMatchObject({
      state: 'known',
      speed: 8,
      from: 200,
      fromOf: 'outside',
      source: { kind: 'outside', name: 'open-meteo' },
      oldAfterMs: freshFor,
    });
  });

  it.each([
    ['an offline dock', dock({ online: false })],
    ['sensors not heard lately', dock({ ageMs: directionFor + 1 })],
    ['sensors never heard', dock({ ageMs: null })],
    ['a dock without an anemometer', dock({ wind: null })],
  ])('is not that of %s', (_, silent) => {
    expect(chooseWind({ docks: [silent], outside: outside() }, [], 'a')).toMatchObject({ speed: 8 });
  });

  it('has its direction from the aircraft in the air, else from the provider while that is new', () => {
    const direction = (winds: DockWind[], other: OutsideWeather) => {
      const offer = chooseWind({ docks: [dock()], outside: other }, winds, 'a');
      return offer.state === 'known' ? [offer.from, offer.fromOf] : offer.state;
    };
    expect(direction([dock({ windFrom: 90, windFromOf: 'drone' })], outside())).toEqual([90, 'drone']);
    expect(direction([], outside())).toEqual([200, 'outside']);
    const old = outside({ ageMs: freshFor + 1 });
    // The list of directions keeps what the provider said last, however old it is.
    expect(direction([dock({ windFrom: 200, windFromOf: 'outside' })], old)).toEqual([null, null]);
    expect(direction([], off)).toEqual([null, null]);
  });

  it('is never old: what is, is said to be, the newest first', () => {
    const stale = dock({ ageMs: 7_200_000 });
    const past = outside({ ageMs: 3_600_000, state: 'failed', failure: 'timeout' });
    expect(chooseWind({ docks: [stale], outside: past }, [], 'a')).toEqual({
      state: 'old',
      source: { kind: 'outside', name: 'open-meteo' },
      ageMs: 3_600_000,
    });
    expect(chooseWind({ docks: [stale], outside: off }, [], 'a')).toMatchObject({
      source: { kind: 'dock', name: 'North' },
    });
  });

  it('says why it has none', () => {
    expect(chooseWind({ docks: [], outside: off }, [], null)).toEqual({ state: 'none' });
    const failed = outside({ state: 'failed', failure: 'timeout', at: null, ageMs: null, reading: null });
    expect(chooseWind({ docks: [], outside: failed }, [], null)).toEqual({
      state: 'failed',
      failure: 'timeout',
    });
    const unmeasured = outside({ reading: { ...reading, wind: null } });
    expect(chooseWind({ docks: [], outside: unmeasured }, [], null)).toEqual({ state: 'none' });
  });
});
