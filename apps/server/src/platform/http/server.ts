import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { allCalls, limits, resources, type CallDeclaration } from '@eyrie/domain';
import type { Log } from '../log.ts';
import { isDatabaseDown } from '../postgres/index.ts';
import { refused, type Answer } from './answer.ts';
import { answerBrokenAddress, answerBrokenRequest } from './broken-request.ts';
import { parseFormBody, parseJsonBody, parseQuery } from './body.ts';
import { BytesAnswer, type Caller, type Endpoint } from './endpoint.ts';
import { checkRights, runCall, type RefusalListener } from './guard.ts';
import { watchPace } from './pace.ts';
import { Refusal } from './refusal.ts';
import { securityHeaders } from './security-headers.ts';
import { callerOf, contextOf, headerText, languageFor, type Authentication } from './sender.ts';
import { runWithUpload, type Files } from './upload.ts';
import { viewAsRole, type RightsOfRole } from './view-as.ts';

export interface HttpServerOptions extends Authentication {
  endpoints: readonly Endpoint[];
  onRefusal: RefusalListener;
  /** For callers who look at the product as the holder of a role would see it. */
  rightsOfRole: RightsOfRole;
  trustedProxies: readonly string[];
  tls: { cert: Buffer; key: Buffer } | null;
  log: Log;
  /** Where uploads lie that are too big for memory, while their call runs. */
  uploadFolder: string;
  /** Calls are refused with 503 while this gives a reason. */
  notReady(): 'startingUp' | 'databaseDown' | null;
  /** Why a call has to wait for now, though its caller may make it; null: it need not. */
  waitFor?(declaration: CallDeclaration, caller: Caller | null): Promise<Refusal | null>;
  /** Calls that work without the database by their own means. */
  worksWithoutDatabase: ReadonlySet<CallDeclaration>;
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

const sendAnswer = (reply: FastifyReply, answer: Answer): FastifyReply => {
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
};

const toFastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1(^[^/.]{1,100})');

const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string }).code ?? '';
  const status = (error as { statusCode?: number }).statusCode;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || status === 413)
    return new Refusal('tooLarge', { values: { max: limits.http.bodyBytes } });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || status === 415) return new Refusal('unsupportedMediaType');
  if (status !== undefined && status >= 400 && status < 500) return new Refusal('malformed');
  // Raised by the tables themselves: the department something went to was deleted meanwhile.
  if (code === 'P0002') return new Refusal('notFound');
  // Two changes waited for each other and the database let one of them go.
  if (code === '40P01') return new Refusal('conflict');
  // A database that is away is "not now", not "our fault".
  if (isDatabaseDown(error)) return new Refusal('databaseDown');
  return null;
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
const timeBodies = (app: FastifyInstance): void => {
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
      const timer = setTimeout(() => request.raw.destroy(), limits.http.requestTimeout);
      slow.set(request.raw, timer);
      request.raw.once('close', () => clearTimeout(timer));
    }
  });
};

/** Builds the HTTP server with every declared call, envelope, headers and limits. It does not listen yet. */
export const createHttpServer = async (options: HttpServerOptions): Promise<FastifyInstance> => {
  checkEndpoints(options.endpoints);
  const headers = securityHeaders(options.tls !== null);
  const app = Fastify({
    loggerInstance: undefined,
    logger: false,
    bodyLimit: limits.http.bodyBytes,
    // Uploads of devices may take minutes: slow bodies are timed where they are read.
    requestTimeout: 0,
    keepAliveTimeout: limits.http.keepAliveTimeout,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    ...(options.tls
      ? { https: { ...options.tls, ...connections, handshakeTimeout: limits.http.headersTimeout } }
      : { http: connections }),
    clientErrorHandler: answerBrokenRequest(headers),
    frameworkErrors: answerBrokenAddress(headers),
  } as object) as unknown as FastifyInstance;
  await takeBodies(app);
  timeBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    // Not to be kept, unless whoever answers says otherwise.
    reply.headers({ ...headers, 'cache-control': 'no-store' });
    reply.header('x-correlation-id', request.id);
  });
  app.setErrorHandler((error, request, reply) => {
    const known = refusalOf(error);
    const facts = { correlationId: request.id, path: request.url.split('?')[0], err: error };
    // A device that refuses or is silent is the command's own story, told by its record.
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

/** An address answers 405, not 404, to a method that it does not know. */
const refuseOtherMethods = (app: FastifyInstance, url: string, declaration: CallDeclaration): void => {
  const other = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const).filter(
    (method) => !allCalls.some((one) => one.path === declaration.path && one.method === method),
  );
  for (const method of other)
    if (!app.hasRoute({ method, url }))
      app.route({ method, url, handler: async () => Promise.reject(new Refusal('methodNotAllowed')) });
};

const registerCall = (app: FastifyInstance, endpoint: Endpoint, options: HttpServerOptions): void => {
  const { declaration } = endpoint;
  const url = toFastifyPath(declaration.path);
  app.route({
    method: declaration.method,
    url,
    ...(declaration.upload ? { bodyLimit: declaration.upload.maxBytes + 100_000 } : {}),
    handler: async (request, reply) => {
      const language = languageFor(request);
      const blocked = options.notReady();
      if (blocked && !(blocked === 'databaseDown' && options.worksWithoutDatabase.has(declaration)))
        throw new Refusal(blocked, { retryAfterSeconds: 2 });
      if (declaration.changesState && headerText(request.headers['sec-fetch-site']) === 'cross-site')
        throw new Refusal('notAllowed');
      const may = options.worksWithoutDatabase.has(declaration);
      const withoutDatabase = blocked ? 'away' : may ? 'may' : 'no';
      const who = async () => {
        const { caller: signedIn, token } = await callerOf(request, declaration, options, withoutDatabase);
        return { caller: await viewAsRole(request, declaration, signedIn, options.rightsOfRole), token };
      };
      const { caller, token } = await who();
      const context = contextOf(request, reply, { language, token, log: options.log });
      // Nothing is read of an upload that its sender may not make.
      checkRights(endpoint, caller, context, options.onRefusal);
      const wait = (await options.waitFor?.(declaration, caller)) ?? null;
      if (wait) {
        options.onRefusal(declaration, { ...context, caller: caller as Caller }, wait.reason);
        throw wait;
      }
      // Parts that nobody reads would pass for an empty request.
      if (!declaration.upload && request.isMultipart()) throw new Refusal('unsupportedMediaType');
      const run = async (fields: Record<string, unknown> | undefined, files: Files) => {
        // A session may have ended while its upload came in.
        const sender = declaration.upload ? (await who()).caller : caller;
        const raw =
          fields ??
          (declaration.method === 'GET'
            ? parseQuery(request.query)
            : ((request.body ?? {}) as Record<string, unknown>));
        return runCall(
          endpoint,
          { ...raw, ...(request.params as Record<string, string>) },
          sender,
          { ...context, ...files },
          options.onRefusal,
        );
      };
      const answer = await runWithUpload(request, declaration, options.uploadFolder, run);
      if (answer instanceof BytesAnswer)
        return reply
          .code(answer.status)
          .headers({
            'cache-control': 'private, no-store',
            // What a browser keeps is for the session that got it: the next one asks again.
            ...(declaration.permission === 'public' ? {} : { vary: 'authToken, Authorization, Cookie' }),
            ...answer.headers,
          })
          .send(answer.body);
      return sendAnswer(reply, answer);
    },
  });
  refuseOtherMethods(app, url, declaration);
};
