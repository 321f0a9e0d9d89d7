import { z } from 'zod';
import type { RefusalReason } from '../envelope.ts';
import { sentInstant } from '../shape.ts';
import { storeModes } from '../battery/store-mode.ts';
import { commandStates } from '../command/command-states.ts';

const numberOf = (min: number, max: number) => ({ kind: 'number', min, max }) as const;
const flag = { kind: 'flag' } as const;
const ofDrone = 'drone' as const;

type DockParameterRule = { device: 'dock' | 'drone' } & (
  | { kind: 'flag' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; options: readonly string[] }
);

/**
 * What can be set on a dock and its aircraft, with the range of each. Heights and distances in metres above or from the
 * take-off point.
 */
export const dockParameters = {
  heightLimit: { device: ofDrone, ...numberOf(20, 1_500) },
  distanceLimitOn: { device: ofDrone, ...flag },
  distanceLimit: { device: ofDrone, ...numberOf(15, 8_000) },
  returnAltitude: { device: ofDrone, ...numberOf(20, 500) },
  nightLights: { device: ofDrone, ...flag },
  obstaclesAround: { device: ofDrone, ...flag },
  obstaclesAbove: { device: ofDrone, ...flag },
  obstaclesBelow: { device: ofDrone, ...flag },
  silent: { device: 'dock', ...flag },
  airTransfer: { device: 'dock', ...flag },
  storeMode: { device: 'dock', kind: 'choice', options: storeModes },
} as const satisfies Record<string, DockParameterRule>;
export type DockParameterName = keyof typeof dockParameters;
export const dockParameterNames = Object.keys(dockParameters) as [DockParameterName, ...DockParameterName[]];

/** Why a setting cannot be changed now, by what its device shows; null: it can. Page and server ask the same. */
export const offerSetting = (now: {
  airborne: boolean;
  /** A flight is under way. */
  busy: boolean;
  /** It is a setting of the aircraft, and that is off. */
  droneOff: boolean;
  /** What the device holds; null: it has never named it, and may not have it. */
  held: DockParameterValue | null;
}): RefusalReason | null => {
  // A limit that changes under a flight changes what its pilot and its checks have relied on.
  if (now.airborne) return 'aircraftFlies';
  if (now.busy) return 'dockBusy';
  if (now.droneOff) return 'droneOffForLimits';
  return now.held === null ? 'notReported' : null;
};

/** A whole number, a flag, or the word of a choice. */
export const dockParameterValue = z.union([z.number().int(), z.boolean(), z.string().min(1).max(20)]);
export type DockParameterValue = z.output<typeof dockParameterValue>;

export const dockParameter = z.object({
  name: z.enum(dockParameterNames),
  /** What the device said last; null: nothing, or something that is outside of its range. */
  value: dockParameterValue.nullable(),
  /** When the device was heard of last; null: never. */
  at: sentInstant.nullable(),
  /** Devices of this model have no such setting. */
  lacking: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The last order that asked for another value; null: none yet. */
  asked: z
    .object({
      value: dockParameterValue,
      at: sentInstant,
      by: z.string(),
      state: z.enum(commandStates),
    })
    .nullable(),
});
export type DockParameter = z.output<typeof dockParameter>;

/** Why a value cannot be asked for, with its limit, as the checks of requests name it; null: it can. */
const faultOf = (
  rule: DockParameterRule,
  value: DockParameterValue,
): Parameters<z.RefinementCtx['addIssue']>[0] | null => {
  const shared = { path: ['value'], input: value };
  switch (rule.kind) {
    case 'flag':
      return typeof value === 'boolean' ? null : { ...shared, code: 'invalid_type', expected: 'boolean' };
    case 'choice':
      return rule.options.some((one) => one === value)
        ? null
        : { ...shared, code: 'invalid_value', values: [...rule.options] };
    default: {
      if (typeof value !== 'number') return { ...shared, code: 'invalid_type', expected: 'number' };
      const { min, max } = rule;
      if (value < min)
        return { ...shared, code: 'too_small', origin: 'number', minimum: min, inclusive: true };
      return value > max
        ? { ...shared, code: 'too_big', origin: 'number', maximum: max, inclusive: true }
        : null;
    }
  }
};

/** A setting and the value that is asked for, within the range of the setting; heights and distances in whole metres. */
export const requireParameterRange = (
  { name, value }: { name: DockParameterName; value: DockParameterValue },
  context: z.RefinementCtx,
): void => {
  const fault = faultOf(dockParameters[name], value);
  if (fault) context.addIssue(fault);
};
