import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginCalibration,
  finishCalibration,
  readForCalibration,
  restSamples,
  type Calibration,
} from './pad-calibration.ts';
import { axisHolds, defaultSettings, keptSettings, withMeasure } from './stick-settings.ts';

const read = (state: Calibration, axes: readonly number[] | null, id = 'pad'): Calibration =>
  readForCalibration(state, axes && { id, axes });
const rest = (axes: (at: number) => readonly number[]): Calibration =>
  Array.from({ length: restSamples }, (_, at) => axes(at)).reduce(
    (state, one) => read(state, one),
    beginCalibration('pad'),
  );
const still = rest(() => [0.1, 0, 0, -0.05]);
const all = [
  [1, 1, 1, 1],
  [-0.9, -1, -1, -0.8],
] as const;

describe('measuring a gamepad', () => {
  it('hears its centre and noise at rest, then its ends, and is done when a person says so', () => {
    expect(still).toMatchObject({ step: 'ranging' });
    const done = finishCalibration(all.reduce<Calibration>((state, axes) => read(state, axes), still));
    expect(done).toMatchObject({ step: 'done', measure: { rest: 0.03 } });
    if (done.step !== 'done') return;
    expect(done.measure.axes[0]?.centre).toBeCloseTo(0.1, 9);
    expect(done.measure.axes[3]).toMatchObject({ least: -0.8, most: 1 });
    const settings = withMeasure(defaultSettings, 'pad', done.measure);
    expect(keptSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  it.each([
    ['moved', rest((at) => [at / 50, 0, 0, 0])],
    ['offCentre', rest(() => [0, 0.31, 0, 0])],
    ['gone', read(still, null)],
    ['gone', read(still, [0, 0, 0, 0], 'other')],
    ['short', finishCalibration(still)],
    ['short', finishCalibration(read(still, [1, 1, 1, 1]))],
  ] as const)('fails as %s', (fault, state) => {
    expect(state).toMatchObject({ step: 'failed', fault });
    expect(finishCalibration(read(state, [1, 1, 1, 1]))).toBe(state);
  });

  it('takes no reading without four numbers, and ends too early by nothing', () => {
    for (const axes of [[], [0, 0, 0], [0, Number.NaN, 0, 0]]) expect(read(still, axes)).toBe(still);
    const begun = beginCalibration('pad');
    expect(finishCalibration(begun)).toBe(begun);
  });

  it('is done with nothing that would not hold when it is read again', () => {
    const axes = fc.array(fc.double({ min: -1.5, max: 1.5 }), { minLength: 3, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(axes), fc.double({ min: 0, max: 0.3, noNaN: true }), (readings, noise) => {
        const begun = rest((at) => [0, at % 2 === 0 ? noise : 0, 0, 0]);
        const end = finishCalibration(readings.reduce((state, one) => read(state, one), begun));
        if (end.step !== 'done') return;
        expect(end.measure.axes.every(axisHolds)).toBe(true);
        expect(end.measure.rest).toBeGreaterThan(noise);
        expect(keptSettings(withMeasure(defaultSettings, 'pad', end.measure)).pads).toHaveProperty('pad');
      }),
    );
  });
});

describe('settings of the sticks that were kept', () => {
  const good = { least: -1, centre: 0, most: 1 };
  it.each([
    null,
    7,
    { mode: 4, deadZone: 0, cubic: 2, pads: 1 },
    { pads: { pad: { axes: [good, good, good], rest: 0 } } },
    { pads: { pad: { axes: [good, good, good, { ...good, most: 0.2 }], rest: 0 } } },
    { pads: { pad: { axes: [good, good, good, good], rest: 0.9 } } },
    { pads: { pad: { axes: [good, good, good, { ...good, centre: '0' }], rest: 0 } } },
  ])('count as far as they hold: %j', (kept) => {
    expect(keptSettings(kept)).toEqual(defaultSettings);
  });

  it('have the last eight gamepads, and forget one', () => {
    const measure = { axes: [good, good, good, good], rest: 0.1 };
    const many = Array.from({ length: 10 }, (_, at) => `pad ${at}`).reduce(
      (settings, id) => withMeasure(settings, id, measure),
      defaultSettings,
    );
    expect(Object.keys(many.pads)).toHaveLength(8);
    expect(withMeasure(many, 'pad 9', null).pads).not.toHaveProperty('pad 9');
  });
});
