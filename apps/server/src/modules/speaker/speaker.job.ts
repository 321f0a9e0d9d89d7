import type { DockPresence } from '@eyrie/domain';
import type { SpeakerProgress } from '@eyrie/dji';
import { linkSlot, type DockLink } from '../dock/index.ts';

/** What a loudspeaker reported last of what it was ordered to play, and when it came: epoch ms. */
export const speakerJob = linkSlot<(SpeakerProgress & { at: number }) | null>(null);

/** The same as consoles are shown it. */
export const speakerJobOf = (link: DockLink): DockPresence['speakerJob'] => {
  const job = speakerJob.of(link);
  if (!job) return null;
  const { bid, psdkIndex, state, percent, step, at } = job;
  return { commandOID: bid, psdkIndex, state, percent, step, at };
};
