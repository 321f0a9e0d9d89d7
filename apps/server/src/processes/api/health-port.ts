import { fastify } from 'fastify';
import type { Unit } from '../../platform/runtime.ts';
import { registerHealth, type HealthDependencies } from './health.ts';

/** A port with health, readiness and metrics alone, for servers that open no other. */
export const openHealthPort = (at: { host: string; port: number }, deps: HealthDependencies): Unit => {
  const app = fastify({ bodyLimit: 1_024, forceCloseConnections: true });
  registerHealth(app, deps);
  return {
    name: 'health port',
    async start() {
      await app.listen(at);
    },
    stop: () => app.close(),
  };
};
