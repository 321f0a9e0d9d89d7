import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allCalls, limits, resources, type CallDeclaration } from '@eyrie/domain';
import { refused } from './answer.ts';
import { markConnections } from '../connection-errors.ts';
import { answerBrokenAddress, answerBrokenRequest } from './broken-request.ts';
import { boundConnections, connectionTimes } from './connection-bounds.ts';
import { parseFormBody, parseJsonBody } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { refusalOf } from './known-error.ts';
import { watchPace } from './pace.ts';
import { Refusal } from './refusal.ts';
import { registerCall, sendAnswer, type CallOptions } from './register-call.ts';
import { endUnreadBodies } from './unread-bodies.ts';
import { securityHeaders } from './security-headers.ts';
import { languageFor } from './sender.ts';

export interface HttpServerOptions extends CallOptions {
  endpoints: readonly Endpoint[];
  trustedProxies: readonly string[];
  /** Sent with every answer: consoles date their clicks by it. */
  serverTime(): number;
  tls: { cert: Buffer; key: Buffer } | null;
  /** Has a request answered by another process, before anything of its body is read; false: it is answered here. */
  relay?(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** A start with a call that nobody serves, serves twice, or that names an undeclared right must fail. */
export const checkEndpoints = (endpoints: readonly Endpoint[]): void => {
  const served = new Set<CallDeclaration>();
  for (const { declaration } of endpoints) {
    if (served.has(declaration)) throw new Error(`${declaration.path} is served twice`);
    if (!allCalls.includes(declaration)) throw new Error(`${declaration.path} is not declared`);
    served.add(declaration);
  }
  const seen = new Set<string>();
  for (const declaration of allCalls) {
    const key = `${declaration.method} ${declaration.path}`;
    if (seen.has(key)) throw new Error(`${key} is declared twice`);
    seen.add(key);
    if (!served.has(declaration)) throw new Error(`${key} is declared and not served`);
    const permission: unknown = declaration.permission;
    if (permission === 'public' || permission === 'session') continue;
    if (!Array.isArray(permission) || permission.length === 0) throw new Error(`${key} names no permission`);
    for (const resource of permission)
      if (!(resources as readonly unknown[]).includes(resource))
        throw new Error(`${key} names the undeclared right ${String(resource)}`);
  }
};

/** JSON everywhere, forms where the user center takes them, parts where a call is an upload; nothing else. */
const takeBodies = async (app: FastifyInstance): Promise<void> => {
  app.removeAllContentTypeParsers();
  await app.register(cookie);
  await app.register(multipart);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (request, body, done) => {
      try {
        if (!request.url.startsWith('/admisAuth/')) throw new Refusal('unsupportedMediaType');
        done(null, parseFormBody(body as string));
      } catch (error) {
        done(error as Error);
      }
    },
  );
};

const expectsBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** What holds for a connection before there is a request on it, with TLS and without. */
const connections = {
  maxHeaderSize: limits.http.headerBytes,
  headersTimeout: limits.http.headersTimeout,
  connectionsCheckingInterval: limits.http.headersCheck,
};

/** A request must have arrived in time; of a body that is taken, each part must come in time. */
export const timeBodies = (app: FastifyInstance): void => {
  const slow = new WeakMap<object, NodeJS.Timeout>();
  app.addHook('preValidation', async (request) => {
    const { raw } = request;
    // A body that nobody has read may still trickle in, also after its call was refused.
    if (!raw.complete && expectsBody(raw.headers) && !request.isMultipart()) return;
    clearTimeout(slow.get(raw));
    if (raw.complete || !request.isMultipart()) return;
    const unwatch = watchPace(raw.socket, raw);
    raw.once('end', unwatch).once('close', unwatch);
  });
  app.addHook('onRequest', async (request) => {
    // Devices' uploads time themselves by silence; everything else must have arrived in time.
    if (!request.url.startsWith('/objects/')) {
      const { within = limits.http.requestTimeout } = request.routeOptions.config;
      const timer = setTimeout(() => request.raw.destroy(), within);
      slow.set(request.raw, timer);
      request.raw.once('close', () => clearTimeout(timer));
    }
  });
};

/** Who stands before this server might believe the one host and this server the other (RFC 9112, 3.2). */
const requireOneHost = (rawHeaders: readonly string[]): void => {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new Refusal('malformed');
};

/** Builds the HTTP server with every declared call, envelope, headers and limits. It does not listen yet. */
export const createHttpServer = async (options: HttpServerOptions): Promise<FastifyInstance> => {
  checkEndpoints(options.endpoints);
  const headers = securityHeaders(options.tls !== null);
  const app = Fastify({
    loggerInstance: undefined,
    logger: false,
    bodyLimit: limits.http.bodyBytes,
    ...connectionTimes(),
    forceCloseConnections: 'idle',
    // A connection that was taken before the port closed brings a call that nobody else will answer.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    ...(options.tls
      ? { https: { ...options.tls, ...connections, handshakeTimeout: limits.http.headersTimeout } }
      : { http: connections }),
    clientErrorHandler: answerBrokenRequest(headers),
    frameworkErrors: answerBrokenAddress(headers),
  } as object) as unknown as FastifyInstance;
  markConnections(app.server);
  boundConnections(app, options.trustedProxies);
  await takeBodies(app);
  endUnreadBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    // Not to be kept, unless whoever answers says otherwise.
    reply.headers({ ...headers, 'cache-control': 'no-store' });
    reply.header('x-correlation-id', request.id);
    requireOneHost(request.raw.rawHeaders);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (options.relay?.(request, reply)) reply.hijack();
    else done();
  });
  timeBodies(app);
  // At the end: a page reckons from the middle of the call, and shortest calls tell it best.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-server-time', String(options.serverTime()));
  });
  app.setErrorHandler((error, request, reply) => {
    const known = refusalOf(error);
    const facts = { correlationId: request.id, path: request.url.split('?')[0], err: error };
    // A device that refuses or is silent is in the record of the command.
    if (!known || known.reason === 'internal') options.log.error(facts, 'call failed');
    else if (known.status === 503) options.log.warn(facts, 'call refused for our own sake');
    return sendAnswer(reply, refused(languageFor(request), known ?? new Refusal('internal')));
  });
  app.setNotFoundHandler((request, reply) =>
    sendAnswer(reply, refused(languageFor(request), new Refusal('notFound'))),
  );

  for (const endpoint of options.endpoints) registerCall(app, endpoint, options);
  return app;
};
