import { z } from 'zod';
import { sentInstant } from '../shape.ts';

const numberOf = (min: number, max: number) => ({ kind: 'number', min, max }) as const;
const flag = { kind: 'flag' } as const;
const ofDrone = 'drone' as const;

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
} as const satisfies Record<
  string,
  { device: 'dock' | 'drone' } & ({ kind: 'flag' } | { kind: 'number'; min: number; max: number })
>;
export type DockParameterName = keyof typeof dockParameters;
export const dockParameterNames = Object.keys(dockParameters) as [DockParameterName, ...DockParameterName[]];

export const dockParameter = z.object({
  name: z.enum(dockParameterNames),
  /** What the device said last; null: nothing, or something that is outside of its range. */
  value: z.union([z.number(), z.boolean()]).nullable(),
  /** When the device was heard of last; null: never. */
  at: sentInstant.nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export type DockParameter = z.output<typeof dockParameter>;
