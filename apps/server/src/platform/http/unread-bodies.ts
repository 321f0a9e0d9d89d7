import { limits } from '@eyrie/domain';
import type { FastifyInstance } from 'fastify';

/**
 * Ends a body that nobody reads with the answer to it. A moment is left in which what is on its way is thrown away: a
 * connection that is cut at once takes with it the answer that its sender has not read yet.
 */
export const endUnreadBodies = (app: FastifyInstance, linger: number = limits.http.linger): void => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    reply.raw.once('finish', () => {
      if (raw.complete || raw.destroyed) return;
      raw.unpipe();
      raw.resume();
      const timer = setTimeout(() => raw.socket.destroy(), linger);
      for (const over of ['end', 'close'] as const) raw.once(over, () => clearTimeout(timer));
    });
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    // With this header the connection would be cut as soon as the answer is written.
    if (!raw.complete) reply.removeHeader('connection');
  });
};
