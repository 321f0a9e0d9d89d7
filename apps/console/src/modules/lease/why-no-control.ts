import type { PhraseId } from '@eyrie/phrases';
import type { LeaseState } from './lease-client.ts';

/** Why this tab orders nothing that needs this control, as the id of a text; null: it has it. */
export const whyNoControl = ({ phase, holder }: Pick<LeaseState, 'phase' | 'holder'>): PhraseId | null => {
  if (phase === 'mine') return null;
  // Another tab of one's own is no other user.
  return holder && !holder.own ? 'lease.othersControl' : 'refusal.controlMissing';
};
