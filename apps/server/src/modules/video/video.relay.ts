import { request as httpRequest } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/http/endpoint.ts';
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
  /** Calls back when a session ends; returns a function that stops listening. */
  onSessionEnded(handler: (sessionOID: string) => void): () => void;
  touchSession(sessionOID: string): void;
}

const heartbeat = 5_000;

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
    const stream = request.params.file.endsWith('.flv') ? request.params.file.slice(0, -4) : '';
    const dockOID = dockOfStream(stream);
    const caller = await deps.callerOf(request);
    if (!caller)
      return reply.code(401).send({ code: 401, message: 'not signed in', data: { reason: 'notSignedIn' } });
    if (!caller.resources.has('video:watch') && !caller.resources.has('/PortMonitorSee'))
      return reply.code(403).send({ code: 403, message: 'not allowed', data: { reason: 'notAllowed' } });
    const dock = dockOID === null ? null : await deps.dockInScope(caller, dockOID).catch(() => null);
    const videoId = dock && videoIdOfStream(stream, dock);
    if (!dockOID || !videoId)
      return reply.code(404).send({ code: 404, message: 'not found', data: { reason: 'notFound' } });

    const upstream = httpRequest(deps.video.flvUrl(stream));
    const seen = (): void => {
      deps.touchSession(caller.sessionOID);
      seeViewer(runtime.db, dockOID, videoId, caller.sessionOID, new Date(runtime.clock.wall())).catch(
        (error: unknown) => runtime.log.debug({ err: error }, 'viewer not noted'),
      );
    };
    const timer = setInterval(seen, heartbeat);
    const stopListening = deps.onSessionEnded((sessionOID) => {
      if (sessionOID === caller.sessionOID) end();
    });
    const end = (): void => {
      clearInterval(timer);
      stopListening();
      upstream.destroy();
      reply.raw.destroy();
    };
    reply.raw.on('close', end);
    seen();
    return new Promise<void>((resolve) => {
      upstream.on('response', (answer) => {
        if (answer.statusCode !== 200) {
          clearInterval(timer);
          stopListening();
          answer.resume();
          void reply.code(404).send({ code: 404, message: 'no stream', data: { reason: 'noStream' } });
          return resolve();
        }
        reply.hijack();
        reply.raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'video/x-flv',
          'cache-control': 'no-store',
        });
        answer.pipe(reply.raw);
        answer.on('end', end);
        answer.on('error', end);
        resolve();
      });
      upstream.on('error', () => {
        clearInterval(timer);
        stopListening();
        if (!reply.sent && !reply.raw.headersSent)
          void reply.code(502).send({ code: 502, message: 'no stream', data: { reason: 'noStream' } });
        else reply.raw.destroy();
        resolve();
      });
      upstream.end();
    });
  });
};
