import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from './security-headers.ts';

/** Where the page learns what it may fetch beside this server; a policy cannot be read from inside. */
const permitted = /<meta name="tile-origins" content="[^"]*" \/>/;

const setPage = (page: string, origins: readonly string[]): string =>
  page.replace(permitted, `<meta name="tile-origins" content="${origins.join(' ')}" />`);

/**
 * Serves the built console. File names carry a hash, so they may be kept for ever; the page itself may not, and its
 * policy names the origins from which its reader's organisation fetches tiles. Without a build there is a sentence
 * instead, and the API works all the same.
 */
export const registerConsole = async (
  app: FastifyInstance,
  folder: string,
  tileOriginsFor: (request: FastifyRequest) => Promise<readonly string[]>,
): Promise<void> => {
  if (!existsSync(folder)) {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/',
      handler: (_request, reply) =>
        reply.type('text/plain').send('The console is not built: npm start builds it.'),
    });
    return;
  }
  for (const path of ['/', '/index.html'])
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => {
        const origins = await tileOriginsFor(request);
        // Read anew: whoever builds the console beside a running server sees the build at once.
        const page = await readFile(join(folder, 'index.html'), 'utf8');
        return reply
          .header('content-security-policy', contentSecurityPolicy(origins, request.host))
          .header('cache-control', 'no-cache')
          .header('vary', 'cookie')
          .type('text/html; charset=utf-8')
          .send(setPage(page, origins));
      },
    });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = /[/\\]assets[/\\]/.test(path);
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
};
