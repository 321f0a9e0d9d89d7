import { z } from 'zod';
import type { RefusalReason } from '../envelope.ts';

/** Numbers of the formats in which thermal photos are stored, as devices count them. */
export const photoFormats = { rjpeg: 7, dlt664: 16 } as const;
/** Numbers of the sizes of films, as devices count them. */
export const videoResolutions = { fullHd: 0, uhd: 1 } as const;
/** Seconds between photos that a camera takes by itself. */
export const photoIntervals = [0.7, 1, 2, 3, 5, 7, 10, 15, 20, 30, 60] as const;

const code = z.number().int().nullable();

/** What a camera reports on the link of sticks of how it stores pictures, by the numbers of devices. Null: it does not say. */
export const captureState = z.object({
  payloadIndex: z.string(),
  format: code,
  resolution: code,
  /** The wide and the zoom lens magnify together. */
  linkedZoom: z.boolean().nullable(),
  /** Seconds. */
  interval: z.number().nullable(),
});
export type CaptureState = z.output<typeof captureState>;

/** Its documents name one camera whose lenses magnify together. */
const linkedCamera = /^81-0-\d+$/;

/** Why the lenses are not made to magnify together; null: they may be. */
export const linkedZoomRefusal = (payloadIndex: string | null): RefusalReason | null =>
  payloadIndex !== null && linkedCamera.test(payloadIndex) ? null : 'cameraLacks';
