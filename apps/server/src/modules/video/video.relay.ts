import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { limits } from '@eyrie/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cutConnection } from '../../platform/http/access.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { countViewer, deny, viewingOf, type ViewingDependencies } from './video.viewing.ts';

/** What comes before the first frame of any picture: the head of the file and the length of the tag before. */
const headBytes = 13;

/** The beginning of a picture, once it is more than a head. Null: it ended before, or nothing came in time. */
const firstPicture = (answer: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (first: Buffer | null): void => {
      clearTimeout(timer);
      answer.off('data', take).off('close', nothing).pause();
      resolve(first);
    };
    const nothing = (): void => settle(null);
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > headBytes) settle(Buffer.concat(chunks));
    };
    const timer = setTimeout(nothing, limits.picture.firstFrame);
    // One that is cut between two frames must not end the process.
    answer.on('error', nothing).on('close', nothing).on('data', take);
  });

/** Passes the picture on until one of the two sides, or the session, ends. Resolves once it flows or is refused. */
const relay = (
  reply: FastifyReply,
  upstream: ClientRequest,
  count: (onEnded: () => void) => () => void,
): Promise<void> => {
  const end = (): void => {
    stopCounting();
    upstream.destroy();
    reply.raw.destroy();
  };
  const stopCounting = count(() => {
    upstream.destroy();
    cutConnection(reply.raw.socket ?? reply.request.raw.socket);
  });
  reply.raw.on('close', end);
  return new Promise<void>((resolve) => {
    upstream.on('response', (answer) => {
      if (answer.statusCode !== 200) {
        stopCounting();
        answer.resume();
        void deny(reply, 'noStream');
        return resolve();
      }
      firstPicture(answer).then((first) => {
        if (!first) {
          stopCounting();
          upstream.destroy();
          if (!reply.raw.destroyed) void deny(reply, 'noStream');
          return resolve();
        }
        reply.hijack();
        reply.raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'video/x-flv',
          'cache-control': 'no-store',
          // A proxy that gathers answers before it passes them on would show the past.
          'x-accel-buffering': 'no',
        });
        reply.raw.write(first);
        answer.on('end', end);
        answer.on('error', end);
        answer.pipe(reply.raw);
        resolve();
      }, end);
    });
    upstream.on('error', () => {
      stopCounting();
      if (!reply.sent && !reply.raw.headersSent) void deny(reply, 'mediaServerGone');
      else reply.raw.destroy();
      resolve();
    });
    upstream.end();
  });
};

/**
 * Serves live pictures as HTTP-FLV: the media server listens on the loopback only, and every picture passes
 * the session, the scope and the count of viewers here.
 */
export const registerVideoRelay = (
  app: FastifyInstance,
  runtime: Runtime,
  deps: ViewingDependencies,
): void => {
  app.get<{ Params: { file: string } }>('/video/:file', async (request, reply) => {
    const since = deps.access.stamp();
    const { file } = request.params;
    const viewing = await viewingOf(deps, request, file.endsWith('.flv') ? file.slice(0, -4) : '');
    if (typeof viewing === 'string') return deny(reply, viewing);
    const upstream = httpRequest(await deps.video.sourceUrl(viewing.stream));
    return relay(reply, upstream, (onEnded) => countViewer(runtime, deps, viewing, since, onEnded));
  });
};
