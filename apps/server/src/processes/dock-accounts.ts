import type { DockAccounts } from '../modules/dock/index.ts';
import {
  createAccountWatch,
  createEmqx,
  embeddedAccounts,
  mosquittoAccounts,
  type KeptIdentity,
} from '../platform/mqtt/index.ts';
import type { Unit } from '../platform/runtime.ts';
import type { Settings } from '../platform/settings.ts';
import type { DenialSource } from './denied-devices.ts';
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
  /** What has to run on a server for them, once its docks can be heard. A process beneath it runs none of it. */
  units: readonly Unit[];
  /** False: the broker does not end connections when it is asked to. */
  managed(): boolean;
  /** Where denials of devices come from; null: the broker reports none. */
  denials: DenialSource | null;
}

/** Of a broker that is asked over the connection that its messages take. */
const nothing = { units: [], managed: () => true, denials: null } as const;

const ofEmbedded = ({ database, embeddedBroker }: Foundation): BrokerAccounts => ({
  accounts: embeddedAccounts(database.pool),
  missing: () => null,
  identity: null,
  units: [],
  managed: () => true,
  denials: embeddedBroker && {
    onDenial(hear) {
      embeddedBroker.events.on('event', hear);
      return () => void embeddedBroker.events.off('event', hear);
    },
  },
});

/** EMQX has no accounts of docks that could be missing, and no place that outlives it where messages are kept nowhere. */
const ofEmqx = async (
  settings: NonNullable<Settings['emqx']>,
  ownName: string,
  { database, runtime: { clock, log } }: Foundation,
): Promise<BrokerAccounts> => {
  const { accounts, check, units, managed, onDenial } = createEmqx(settings, {
    ownName,
    database,
    clock,
    log,
  });
  await check().catch((err: unknown) =>
    log.error({ err }, 'the management API of EMQX does not answer: no connection can be ended there'),
  );
  const denials = settings.listen ? { onDenial } : null;
  return { accounts, missing: () => null, identity: null, units, managed, denials };
};

/**
 * The embedded broker reads accounts and bindings from our tables, and EMQX asks for them; Mosquitto with dynamic security
 * gets each. A broker that understands none of it keeps its accounts by hand, and the log says so.
 */
export const createDockAccounts = async (
  settings: Settings,
  foundation: Foundation,
): Promise<BrokerAccounts> => {
  if (settings.mqttUrl === undefined) return ofEmbedded(foundation);
  const { broker, runtime } = foundation;
  const ownName = decodeURIComponent(new URL(settings.mqttUrl).username);
  if (settings.emqx) return ofEmqx(settings.emqx, ownName, foundation);
  const accounts = mosquittoAccounts(broker, ownName);
  try {
    await accounts.prepare();
    const spoken = (): Promise<string[]> => spokenSerials(foundation);
    const { missing } = createAccountWatch(broker, accounts, { ...runtime, spoken });
    return { accounts, missing, identity: accounts.identity, ...nothing };
  } catch (error) {
    runtime.log.warn(
      { err: error },
      'the broker has no dynamic security: accounts and rights of docks must be kept there by hand',
    );
    return { accounts: keptByHand, missing: () => null, identity: null, ...nothing };
  }
};
