import { linkSlot } from '../dock/index.ts';

export type UpgradeOutcome = 'working' | 'done' | 'failed';

/** The order to upgrade that is under way or was last, by its own rows; null: none since this gateway has the dock. */
export const upgradeOrder = linkSlot<{ commandOID: string; outcome: UpgradeOutcome } | null>(null);
