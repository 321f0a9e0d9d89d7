import type { DockPresence } from '@eyrie/domain';
import type { DebugProgress } from '@eyrie/dji';
import type { DockLink } from './dock.link.ts';
import { linkSlot } from './link-slot.ts';

/**
 * What a dock reported last of an order of remote debugging, and when it came: epoch ms, and monotonic ms. It stands
 * here and not in its room, because it is one of the facts by which every order to a dock is refused.
 */
export const debugJob = linkSlot<(DebugProgress & { at: number; heardAt: number }) | null>(null);

/** The same as consoles are shown it. */
export const debugJobOf = (link: DockLink): DockPresence['debugJob'] => {
  const job = debugJob.of(link);
  if (!job) return null;
  const { method, state, percent, step, at } = job;
  return { method, state, percent, step, at };
};
