import { limits } from '@eyrie/domain';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { gatewayLives } from './claims.store.ts';

/** For a server that has no gateway itself: is there one elsewhere that would carry its commands out. */
export const createGatewayWatch = (runtime: Runtime): Unit & { ready(): boolean } => {
  let lives = false;
  let timer: NodeJS.Timeout | null = null;
  const look = async (): Promise<void> => {
    // A database that is away is told by its own name; what is known of the gateways stays.
    lives = await gatewayLives(runtime.db, runtime.serverTime()).catch(() => lives);
  };
  return {
    name: 'gateway watch',
    async start() {
      await look();
      timer = setInterval(() => void look(), limits.gateway.claimEvery);
    },
    async stop() {
      if (timer) clearInterval(timer);
    },
    ready: () => lives,
  };
};
