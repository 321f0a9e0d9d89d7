import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built console. File names carry a hash, so they may be kept for ever; the page itself may not.
 * Without a build there is a sentence instead, and the API works all the same.
 */
export const registerConsole = async (app: FastifyInstance, folder: string): Promise<void> => {
  if (!existsSync(folder)) {
    app.get('/', (_request, reply) =>
      reply.type('text/plain').send('The console is not built: npm start builds it.'),
    );
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = /[/\\]assets[/\\]/.test(path);
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
};
