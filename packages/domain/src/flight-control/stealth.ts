import { z } from 'zod';
import { gatewayKey } from '../dock/gateway-key.ts';
import type { RefusalReason } from '../envelope.ts';

/** Whether all lights of an aircraft are out, by its own word on the link of sticks. */
export const stealthState = z.object({
  on: z.boolean(),
  /** When it said so, epoch ms. */
  at: z.number(),
});
export type StealthState = z.output<typeof stealthState>;

/** Into stealth mode and out of it, in the order of their buttons: nothing toggles. */
export const stealthMethods = ['stealthOpen', 'stealthClose'] as const;
export type StealthMethod = (typeof stealthMethods)[number];

/** Gateways whose documents have no stealth mode; a model that no document names is judged as the newest dock. */
export const lacksStealth = (nameOrKey: string): boolean =>
  ['3-1-0', '2-144-0'].includes(gatewayKey(nameOrKey));

/** What decides on it: the aircraft, and whether its dock reports by the link of sticks, over which the order goes. */
export interface StealthFacts {
  online: boolean;
  sticks: boolean;
}

/** Why an aircraft is ordered neither into stealth mode nor out of it; null: it may be. */
export const stealthRefusal = ({ online, sticks }: StealthFacts): RefusalReason | null => {
  if (!online) return 'droneOff';
  return sticks ? null : 'drcMissing';
};
