import { existsSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { notFound } from './refusal.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import { headerText } from './sender.ts';
import { createStaticFiles, type StaticFile, type StaticFiles } from './static-files.ts';

/** Where the page learns what it may fetch beside this server; a policy cannot be read from inside. */
const permitted = /<meta name="tile-origins" content="[^"]*" \/>/;

/**
 * The planner and the work in the field at addresses of their own: their service workers, which keep the pages for times without a
 * connection, have to do with no other page.
 */
const fieldPages = ['/RouteSetTerminal', '/WorkOrderField'];

const setPage = (page: string, origins: readonly string[]): string =>
  page.replace(permitted, `<meta name="tile-origins" content="${origins.join(' ')}" />`);

interface MadePage {
  policy: string;
  bytes: Buffer;
}

/** Pages that are kept made: one for each host by which readers call the server, and each set of origins. */
const mostPages = 32;

/** Makes a page once for all its readers: thousands who ask and do not read share its bytes. */
const createPages = () => {
  let build: StaticFile | null = null;
  const made = new Map<string, MadePage>();
  return (file: StaticFile, origins: readonly string[], host: string): MadePage => {
    if (build !== file || made.size >= mostPages) made.clear();
    build = file;
    const key = JSON.stringify([host, origins]);
    const known = made.get(key);
    if (known) return known;
    const built = file.bytes.toString('utf8');
    const fresh = {
      policy: contentSecurityPolicy(origins, host, built),
      bytes: Buffer.from(setPage(built, origins)),
    };
    made.set(key, fresh);
    return fresh;
  };
};

/** A built application of pages. */
export interface BuiltPages {
  folder: string;
  /** Where it is served, without a slash at its end; empty: at the root. */
  at: string;
  /** Addresses of its page below that. */
  pages: readonly string[];
  /** Said in its place where there is no build. */
  missing: string;
}

export const consolePages = (folder: string): BuiltPages => ({
  folder,
  at: '',
  pages: ['/', '/index.html', ...fieldPages],
  missing: 'The console is not built: npm start builds it.',
});
export const screenPages = (folder: string): BuiltPages => ({
  folder,
  at: '/screen',
  pages: ['/', '/index.html'],
  missing: 'The screen application is not built: npm start builds it.',
});

/**
 * Serves a built application. File names carry a hash, so they may be kept for ever; the page itself may not, and its
 * policy names the origins from which its reader's organisation fetches tiles. Without a build there is a sentence
 * instead, and the API works all the same.
 */
export const registerPages = async (
  app: FastifyInstance,
  { folder, at, pages, missing }: BuiltPages,
  tileOriginsFor: (request: FastifyRequest) => Promise<readonly string[]>,
): Promise<void> => {
  const get = (url: string, handler: RouteHandlerMethod): void => {
    app.route({ method: ['GET', 'HEAD'], url, handler });
  };
  // Addresses in the page are relative to the folder it stands in.
  if (at !== '') get(at, (_request, reply) => reply.redirect(`${at}/`, 308));
  if (!existsSync(folder)) {
    get(`${at}/`, (_request, reply) => reply.type('text/plain').send(missing));
    return;
  }
  const files = createStaticFiles(folder);
  const pageOf = createPages();
  for (const path of pages)
    get(`${at}${path}`, async (request, reply) => {
      const origins = await tileOriginsFor(request);
      // Whoever builds it beside a running server sees the build at once.
      const file = await files.find('index.html');
      if (!file) throw notFound();
      const { policy, bytes } = pageOf(file, origins, request.host);
      return reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .header('vary', 'cookie')
        .type('text/html; charset=utf-8')
        .send(bytes);
    });
  get(`${at}/*`, (request, reply) => sendFile(files, request, reply));
};

const sendFile = async (
  files: StaticFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const name = (request.params as { '*': string })['*'];
  const file = await files.find(name, headerText(request.headers['accept-encoding']));
  if (!file) throw notFound();
  reply
    .header('cache-control', name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', file.etag);
  if (headerText(request.headers['if-none-match']) === file.etag) return reply.code(304).send();
  if (file.encoding) reply.header('content-encoding', file.encoding);
  return reply.type(file.type).send(file.bytes);
};
