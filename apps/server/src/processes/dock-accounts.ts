import type { DockAccounts } from '../modules/dock/index.ts';
import {
  createAccountWatch,
  embeddedAccounts,
  mosquittoAccounts,
  type KeptIdentity,
} from '../platform/mqtt/index.ts';
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

/** Serial numbers of devices that have signed in before and may do so again. */
const spokenSerials = async ({ runtime: { db } }: Foundation): Promise<string[]> => {
  const rows = await db
    .selectFrom('dock')
    .innerJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .select('dock.sn')
    .where('last_seen_at', 'is not', null)
    .where('dock.deleted_at', 'is', null)
    .where('dock.waiting', '=', false)
    .execute();
  return rows.map(({ sn }) => sn);
};

/** Lets docks into the broker. */
export interface BrokerAccounts {
  accounts: DockAccounts;
  /** How many devices that have signed in before the broker does not know any more; null: not known, or no matter here. */
  missing(): number | null;
  /** Where the broker keeps which cluster it belongs to; null: it has no such place. */
  identity: KeptIdentity | null;
}

/**
 * The embedded broker reads accounts and bindings from our tables; Mosquitto with dynamic security gets
 * each. A broker that understands neither keeps its accounts by hand, and the log says so.
 */
export const createDockAccounts = async (
  settings: Settings,
  foundation: Foundation,
): Promise<BrokerAccounts> => {
  const unknown = (): null => null;
  if (settings.mqttUrl === undefined)
    return { accounts: embeddedAccounts(foundation.database.pool), missing: unknown, identity: null };
  const { broker, runtime } = foundation;
  const accounts = mosquittoAccounts(broker, decodeURIComponent(new URL(settings.mqttUrl).username));
  try {
    await accounts.prepare();
    const spoken = (): Promise<string[]> => spokenSerials(foundation);
    const { missing } = createAccountWatch(broker, accounts, { ...runtime, spoken });
    return { accounts, missing, identity: accounts.identity };
  } catch (error) {
    runtime.log.warn(
      { err: error },
      'the broker has no dynamic security: accounts and rights of docks must be kept there by hand',
    );
    return { accounts: keptByHand, missing: unknown, identity: null };
  }
};
