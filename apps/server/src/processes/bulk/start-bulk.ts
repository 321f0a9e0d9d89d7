import type { AddressInfo } from 'node:net';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/log.ts';
import type { Settings } from '../../platform/settings.ts';
import { createAddresses } from '../addresses.ts';
import { buildApi, closeApi } from '../api/index.ts';
import { createDockAccounts } from '../dock-accounts.ts';
import { joinFoundation, type Foundation, type RunningParts } from '../foundation.ts';
import { createTimers } from '../../platform/timers.ts';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';
import { openObjectStore } from '../objects.ts';
import { createServerRooms } from '../server-rooms.ts';
import { noVideo } from '../start-video.ts';
import { createGiveBack } from './give-back.ts';
import { relayHeader } from './bulk-relay.ts';

/** What the bulk process is started with. */
export interface BulkConfig extends RunningParts {
  settings: Settings;
  /** As browsers reach the server. */
  publicUrl: string;
  brokerPort: number | undefined;
  secret: string;
}

const poolSize = 10;
/** Folder of what comes in here, below that of the first process, which takes it away at its own start. */
const incoming = 'incoming/bulk';

const roomsOf = async (
  { settings, publicUrl, brokerPort }: BulkConfig,
  foundation: Foundation,
): Promise<
  Pick<Parameters<typeof createServerRooms>[0], 'store'> & { rooms: ReturnType<typeof createServerRooms> }
> => {
  const addresses = createAddresses({ ...settings, publicUrl });
  const store = await openObjectStore(settings, foundation.runtime.clock, addresses.public, incoming);
  const rooms = createServerRooms(
    {
      settings,
      foundation,
      addresses,
      store,
      accounts: (await createDockAccounts(settings, foundation)).accounts,
      video: null,
      writing: { fault: () => null },
      probes: [],
      timers: { states: () => [] },
      brokerPort,
      runs: (name) => name === 'api',
    },
    {
      gateNow: async () => null,
      wayNow: async () => null,
      aircraftNow: async () => null,
      drcNow: async () => null,
    },
  );
  return { rooms, store };
};

const open = async (config: BulkConfig, foundation: Foundation, lifecycle: Lifecycle): Promise<number> => {
  const { settings, secret } = config;
  const { rooms, store } = await roomsOf(config, foundation);
  for (const unit of rooms.units) await lifecycle.start(unit);
  const { runtime, databaseUp } = foundation;
  const timers = createTimers({ ...runtime, databaseUp, runs: () => false, takeTurn: async () => null });
  const remembering = rooms.timers.filter(({ remembers }) => remembers);
  await lifecycle.start(timers.unit('timers of what is remembered', remembering));
  // TLS ends in the first process, which also says from where a request came.
  const behind = { ...settings, tlsCert: undefined, tlsKey: undefined, trustedProxies: ['127.0.0.1'] };
  const app = await buildApi(behind, foundation, rooms, store, noVideo, {
    notReady: () => (foundation.databaseUp() ? [] : ['database']),
    counts: () => ({}),
    timerStates: () => [],
    brokerUrl: () => '',
    uploads: incoming,
  });
  app.addHook('onRequest', async ({ headers }) => {
    if (headers[relayHeader] !== secret) throw new Refusal('notFound');
  });
  const giveBack = createGiveBack();
  app.addHook('onResponse', async () => giveBack());
  await app.listen({ host: '127.0.0.1', port: 0 });
  lifecycle.endWith(() => closeApi(app));
  return (app.server.address() as AddressInfo).port;
};

/** Answers the bulk calls of a server that runs already. */
export const startBulk = async (
  config: BulkConfig,
  log: Log,
): Promise<{ port: number; stop(): Promise<void> }> => {
  const foundation = await joinFoundation(config, { name: 'bulk', poolSize }, log);
  const lifecycle = createLifecycle();
  lifecycle.endWith(() => foundation.stop());
  try {
    return { port: await open(config, foundation, lifecycle), stop: lifecycle.stop };
  } catch (error) {
    await lifecycle.stop().catch(() => undefined);
    throw error;
  }
};
