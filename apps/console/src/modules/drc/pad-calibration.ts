import { axisHolds, mostOff, mostRest, type AxisRange, type PadMeasure } from './stick-settings.ts';

/** Why a gamepad was not measured. */
export type CalibrationFault = 'moved' | 'offCentre' | 'noisy' | 'short' | 'gone';

/**
 * `resting`: the sticks are let go and their noise is heard. `ranging`: they are moved to all ends. `failed` and `done`
 * stay until it is begun anew.
 */
export type Calibration =
  | { step: 'resting'; id: string; samples: readonly (readonly number[])[] }
  | { step: 'ranging'; id: string; rest: number; axes: readonly AxisRange[] }
  | { step: 'failed'; id: string; fault: CalibrationFault }
  | { step: 'done'; id: string; measure: PadMeasure };

/** Readings at rest: a second and a half of them. */
export const restSamples = 15;
const axesOf = 4;
/** A stick that changes more than this at rest is in somebody's hand. */
const mostSpread = 0.2;
/** The dead zone is so much wider than the noise that was heard. */
const roomForNoise = 0.03;

export const beginCalibration = (id: string): Calibration => ({ step: 'resting', id, samples: [] });

const fourOf = (axes: readonly number[]): number[] | null => {
  const four = axes.slice(0, axesOf);
  return four.length === axesOf && four.every(Number.isFinite) ? four : null;
};

const afterRest = (id: string, samples: readonly (readonly number[])[]): Calibration => {
  const axes = Array.from({ length: axesOf }, (_, at) => samples.map((one) => one[at] ?? 0));
  const spreads = axes.map((values) => Math.max(...values) - Math.min(...values));
  if (spreads.some((spread) => spread > mostSpread)) return { step: 'failed', id, fault: 'moved' };
  const centres = axes.map((values) => values.reduce((a, b) => a + b, 0) / values.length);
  if (centres.some((centre) => Math.abs(centre) > mostOff)) return { step: 'failed', id, fault: 'offCentre' };
  const rest = Math.max(...spreads) + roomForNoise;
  if (rest > mostRest) return { step: 'failed', id, fault: 'noisy' };
  return {
    step: 'ranging',
    id,
    rest,
    axes: centres.map((centre) => ({ least: centre, centre, most: centre })),
  };
};

/** The gamepad was read: by its name and axes, null when there is none any more. */
export const readForCalibration = (
  before: Calibration,
  pad: { id: string; axes: readonly number[] } | null,
): Calibration => {
  if (before.step === 'failed' || before.step === 'done') return before;
  if (pad?.id !== before.id) return { step: 'failed', id: before.id, fault: 'gone' };
  const four = fourOf(pad.axes);
  if (!four) return before;
  if (before.step === 'resting') {
    const samples = [...before.samples, four];
    return samples.length < restSamples ? { ...before, samples } : afterRest(before.id, samples);
  }
  return {
    ...before,
    axes: before.axes.map(({ least, centre, most }, at) => ({
      least: Math.min(least, four[at] ?? centre),
      centre,
      most: Math.max(most, four[at] ?? centre),
    })),
  };
};

/** A person says that every stick was moved to all its ends. */
export const finishCalibration = (before: Calibration): Calibration => {
  if (before.step !== 'ranging') return before;
  const { id, axes, rest } = before;
  return axes.every(axisHolds)
    ? { step: 'done', id, measure: { axes, rest } }
    : { step: 'failed', id, fault: 'short' };
};
