import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { limits } from '@eyrie/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutConnection, type AccessHolds, type AccessStamp } from '../../platform/http/access.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockIdentity } from '../dock/index.ts';
import { dockOfStream, videoIdOfStream } from './stream.ts';
import type { VideoServer } from './video.plans.ts';
import { seeViewer } from './video.store.ts';

export interface VideoRelayDependencies {
  video: VideoServer;
  /** The caller of a request by cookie or header; null when nobody is signed in. */
  callerOf(request: FastifyRequest): Promise<Caller | null>;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  /** Ends a picture when the right to it is lost. */
  access: AccessHolds;
}

const heartbeat = 5_000;

type Denial = 'notSignedIn' | 'notAllowed' | 'notFound' | 'noStream' | 'mediaServerGone';

const denials = {
  notSignedIn: { code: 401, message: 'not signed in', reason: 'notSignedIn' },
  notAllowed: { code: 403, message: 'not allowed', reason: 'notAllowed' },
  notFound: { code: 404, message: 'not found', reason: 'notFound' },
  noStream: { code: 404, message: 'no stream', reason: 'noStream' },
  mediaServerGone: { code: 502, message: 'no stream', reason: 'noStream' },
} as const satisfies Record<Denial, { code: number; message: string; reason: string }>;

const deny = (reply: FastifyReply, why: Denial): FastifyReply => {
  const { code, message, reason } = denials[why];
  return reply.code(code).send({ code, message, data: { reason } });
};

/** A picture that somebody may look at. */
interface Viewing {
  stream: string;
  dockOID: string;
  videoId: string;
  caller: Caller;
}

const mayWatch = ({ resources }: Caller): boolean =>
  ['video:watch', '/PortMonitorSee', '/handShankMonitorSee'].some((right) => resources.has(right));

/** @returns null when the caller does not see the dock. @throws whatever kept the question from being answered */
const inScope = async (
  { dockInScope }: VideoRelayDependencies,
  caller: Caller,
  dockOID: string,
): Promise<DockIdentity | null> => {
  try {
    return await dockInScope(caller, dockOID);
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'notFound') return null;
    throw error;
  }
};

/** The gates in order: the session, the right, the scope. */
const viewingOf = async (
  deps: VideoRelayDependencies,
  request: FastifyRequest,
  file: string,
): Promise<Viewing | Denial> => {
  const stream = file.endsWith('.flv') ? file.slice(0, -4) : '';
  const dockOID = dockOfStream(stream);
  const caller = await deps.callerOf(request);
  if (!caller) return 'notSignedIn';
  if (!mayWatch(caller)) return 'notAllowed';
  const dock = dockOID === null ? null : await inScope(deps, caller, dockOID);
  const videoId = dock && videoIdOfStream(stream, dock);
  return dockOID && videoId ? { stream, dockOID, videoId, caller } : 'notFound';
};

/** Counts a viewer until the returned function is called. @param onEnded is called when the right is lost */
const countViewer = (
  { db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>,
  deps: VideoRelayDependencies,
  { dockOID, videoId, caller }: Viewing,
  since: AccessStamp,
  onEnded: () => void,
): (() => void) => {
  const seen = (): void => {
    seeViewer(db, dockOID, videoId, caller.sessionOID, new Date(clock.wall())).catch((error: unknown) =>
      log.debug({ err: error }, 'viewer not noted'),
    );
  };
  const timer = setInterval(seen, heartbeat);
  const letGo = deps.access.hold({
    caller,
    dockOID,
    since,
    allows: async (now) => now !== null && mayWatch(now) && (await inScope(deps, now, dockOID)) !== null,
    end: onEnded,
  });
  seen();
  return () => {
    clearInterval(timer);
    letGo();
  };
};

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
  deps: VideoRelayDependencies,
): void => {
  app.get<{ Params: { file: string } }>('/video/:file', async (request, reply) => {
    const since = deps.access.stamp();
    const viewing = await viewingOf(deps, request, request.params.file);
    if (typeof viewing === 'string') return deny(reply, viewing);
    const upstream = httpRequest(deps.video.flvUrl(viewing.stream));
    return relay(reply, upstream, (onEnded) => countViewer(runtime, deps, viewing, since, onEnded));
  });
};
