import { z } from 'zod';
import type { RefusalReason } from '../envelope.ts';

/** Numbers of the ways in which a camera sees at night, as devices count them. */
export const nightModes = { off: 0, on: 1, auto: 2 } as const;
/** Numbers of the steps of noise reduction that can be ordered. */
export const denoiseLevels = { strong: 2, veryStrong: 3 } as const;

const code = z.number().int().nullable();
const flag = z.boolean().nullable();

/** What a camera reports of how it sees at night, by the numbers of devices. Null: it does not say. */
export const nightState = z.object({
  payloadIndex: z.string(),
  mode: code,
  denoise: code,
  vision: flag,
  fillLight: flag,
  /** It advises to turn it on. */
  advised: flag,
  working: flag,
});
export type NightState = z.output<typeof nightState>;

/** What decides on orders that go over the link of sticks. */
export interface NightFacts {
  payloadIndex: string | null;
  zoom?: number | null;
  night?: NightState | null;
}

/** Its documents name one camera that has night vision and a light for it, and from which zoom both work. */
const nightCamera = /^99-0-\d+$/;
const nightZoom = 7;

/** Why noise reduction is not set; null: it may be. */
export const denoiseRefusal = ({ night }: NightFacts): RefusalReason | null => {
  if (!night || night.mode === null) return 'notReported';
  return night.mode === nightModes.on ? null : 'nightModeOff';
};

/** Why night vision, or the light for it, is not turned on or off; null: it may be. */
export const visionRefusal = ({ payloadIndex, zoom }: NightFacts, enable: boolean): RefusalReason | null => {
  if (payloadIndex === null || !nightCamera.test(payloadIndex)) return 'cameraLacks';
  // Turning it off needs no zoom.
  if (!enable) return null;
  if (zoom === null || zoom === undefined) return 'notReported';
  return zoom < nightZoom ? 'nightZoom' : null;
};
