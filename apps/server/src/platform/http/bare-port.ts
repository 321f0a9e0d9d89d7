import { fastify, type FastifyInstance } from 'fastify';
import type { Unit } from '../runtime.ts';

/** How much a request may bring, bytes, and how long it may take for that, ms; 0: as long as it likes. */
export interface BarePortBounds {
  bodyLimit: number;
  requestTimeout: number;
}

/** A port with a few plain answers and none of what calls need: no sessions, no files, no rights. */
export const barePort = (
  name: string,
  at: { host: string; port: number },
  register: (app: FastifyInstance) => void,
  { bodyLimit, requestTimeout }: BarePortBounds = { bodyLimit: 1_024, requestTimeout: 0 },
): Unit => {
  const app = fastify({ bodyLimit, requestTimeout, forceCloseConnections: true });
  register(app);
  return {
    name,
    async start() {
      await app.listen(at);
    },
    stop: () => app.close(),
  };
};
