import type { DockAccounts } from '../modules/dock/index.ts';
import type { Settings } from '../platform/settings.ts';
import type { Foundation } from './foundation.ts';

/**
 * The embedded broker reads accounts and bindings from our tables. An outside one is told of each: see the
 * driver for Mosquitto's dynamic security.
 */
export const createDockAccounts = (settings: Settings, foundation: Foundation): DockAccounts => {
  if (settings.mqttUrl === undefined)
    return {
      ensureDock: async () => undefined,
      bindDrone: async () => undefined,
      removeDock: async () => undefined,
    };
  return foundation.outsideAccounts;
};
