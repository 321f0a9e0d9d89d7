import type { DockAccounts } from '../modules/dock/index.ts';
import { embeddedAccounts, mosquittoAccounts } from '../platform/mqtt/index.ts';
import type { Settings } from '../platform/settings.ts';
import type { Foundation } from './foundation.ts';

const keptByHand: DockAccounts = {
  ensureDock: async () => undefined,
  bindDrone: async () => undefined,
  bindDrones: async () => undefined,
  removeDock: async () => undefined,
  suspendDock: async () => undefined,
  resumeDock: async () => undefined,
  admitRelay: async () => false,
  dismissRelay: async () => undefined,
};

/**
 * The embedded broker reads accounts and bindings from our tables; Mosquitto with dynamic security gets
 * each. A broker that understands neither keeps its accounts by hand, and the log says so.
 */
export const createDockAccounts = async (
  settings: Settings,
  foundation: Foundation,
): Promise<DockAccounts> => {
  if (settings.mqttUrl === undefined) return embeddedAccounts(foundation.database.pool);
  const accounts = mosquittoAccounts(
    foundation.broker,
    decodeURIComponent(new URL(settings.mqttUrl).username),
  );
  try {
    await accounts.prepare();
    return accounts;
  } catch (error) {
    foundation.runtime.log.warn(
      { err: error },
      'the broker has no dynamic security: accounts and rights of docks must be kept there by hand',
    );
    return keptByHand;
  }
};
