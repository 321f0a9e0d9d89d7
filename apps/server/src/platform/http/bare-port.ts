import { fastify, type FastifyInstance } from 'fastify';
import type { Unit } from '../runtime.ts';

/** A port with a few plain answers and none of what calls need: no sessions, no files, no rights. */
export const barePort = (
  name: string,
  at: { host: string; port: number },
  register: (app: FastifyInstance) => void,
): Unit => {
  const app = fastify({ bodyLimit: 1_024, forceCloseConnections: true });
  register(app);
  return {
    name,
    async start() {
      await app.listen(at);
    },
    stop: () => app.close(),
  };
};
