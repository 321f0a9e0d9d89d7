import { limits } from '@eyrie/domain';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { isGatewayAlive } from './claims.store.ts';

/** For a server that has no gateway itself: is there one elsewhere that would carry its commands out. */
export const createGatewayWatch = (runtime: Runtime): Unit & { ready(): boolean } => {
  let alive = false;
  let timer: NodeJS.Timeout | null = null;
  const check = async (): Promise<void> => {
    // A database that is down is reported separately; the last known state of the gateways stays.
    alive = await isGatewayAlive(runtime.db, runtime.serverTime()).catch(() => alive);
  };
  return {
    name: 'gateway watch',
    async start() {
      await check();
      // Goes with the claims of the gateways, by whose clock they count as alive.
      timer = setInterval(() => void check(), limits.gateway.claimEvery);
    },
    async stop() {
      if (timer) clearInterval(timer);
    },
    ready: () => alive,
  };
};
