import { linkSlot } from '../dock/index.ts';

/** The pictures that a dock and its aircraft publish now, by their names at the device. */
export const livePushing = linkSlot<ReadonlySet<string>>(new Set());
