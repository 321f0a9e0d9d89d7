import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allCalls, arrivalOf, type CallDeclaration } from '@eyrie/domain';
import type { Log } from '../log.ts';
import { cutConnection, type AccessHolds, type AccessStamp } from './access.ts';
import type { Answer } from './answer.ts';
import { parseQuery } from './body.ts';
import { BytesAnswer, type Caller, type CallContext, type Endpoint } from './endpoint.ts';
import { checkRights, mayCall, reportUnrun, runCall, type RefusalListener } from './guard.ts';
import { isBodyTooLarge, refusalOf } from './known-error.ts';
import { Refusal } from './refusal.ts';
import { callerOf, contextOf, headerText, languageFor, type Authentication } from './sender.ts';
import { runWithUpload, type Files } from './upload.ts';
import { viewAsRole, type RightsOfRole } from './view-as.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** In how many ms a request must have arrived. */
    within?: number;
  }
}

/** What every call stands on. */
export interface CallOptions extends Authentication {
  onRefusal: RefusalListener;
  /** For callers who look at the product as the holder of a role would see it. */
  rightsOfRole: RightsOfRole;
  /** Judges again what is still under way when rights change. */
  access: AccessHolds;
  log: Log;
  /** Where uploads lie that are too big for memory, while their call runs. */
  uploadFolder: string;
  /** Calls are refused with 503 while this gives a reason. */
  notReady(): 'startingUp' | 'databaseDown' | null;
  /** Statements fail or get no answer, though the database is not called away yet. */
  databaseHangs?(): boolean;
  /** Why a call has to wait for now, though its caller may make it; null: it need not. */
  waitFor?(declaration: CallDeclaration, caller: Caller | null): Promise<Refusal | null>;
}

const headersOfBytes = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-range',
  'etag',
] as const;

/** Sends an envelope. */
export const sendAnswer = (reply: FastifyReply, answer: Answer): FastifyReply => {
  // Bytes that failed before the first of them had been sent have left theirs: an answer is no file.
  for (const header of headersOfBytes) reply.removeHeader(header);
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
};

const sendBytes = (
  reply: FastifyReply,
  { permission }: CallDeclaration,
  { status, headers, body }: BytesAnswer,
) =>
  reply
    .code(status)
    .headers({
      'cache-control': 'private, no-store',
      // What a browser keeps is for the session that got it: the next one asks again.
      ...(permission === 'public' ? {} : { vary: 'authToken, Authorization, Cookie' }),
      ...headers,
    })
    .send(body);

/** Ends bytes that are still coming in or going out when their right is lost. @returns a function that lets go */
const holdAccess = (
  request: FastifyRequest,
  { declaration, access, since }: { declaration: CallDeclaration; access: AccessHolds; since: AccessStamp },
  caller: Caller | null,
  bytes: Pick<BytesAnswer, 'visibleTo'> | null,
): (() => void) => {
  if (!caller || declaration.permission === 'public') return () => undefined;
  return access.hold({
    caller,
    since,
    allows: (now, narrowed) => {
      if (!now || !mayCall(declaration, now)) return false;
      if (bytes?.visibleTo) return bytes.visibleTo(now);
      return now.groupOID === caller.groupOID && !(bytes && narrowed);
    },
    end: () => cutConnection(request.raw.socket),
  });
};

const toFastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1(^[^/.]{1,100})');

/** An address answers 405, not 404, to a method that it does not know. */
const refuseOtherMethods = (app: FastifyInstance, url: string, declaration: CallDeclaration): void => {
  const other = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const).filter(
    (method) => !allCalls.some((one) => one.path === declaration.path && one.method === method),
  );
  for (const method of other)
    if (!app.hasRoute({ method, url }))
      app.route({ method, url, handler: async () => Promise.reject(new Refusal('methodNotAllowed')) });
};

/** What was asked as it came; nothing yet of an upload. */
const askedOf = (request: FastifyRequest, { method, upload }: CallDeclaration): unknown =>
  upload
    ? undefined
    : {
        ...((method === 'GET' ? request.query : request.body) as object | null | undefined),
        ...(request.params as object),
      };

type AnonymousContext = Omit<CallContext, 'caller'>;

/** One request to a call, by the steps that come before the call itself. */
const createSteps = ({ declaration }: Endpoint, options: CallOptions) => {
  const withoutDatabase = declaration.withoutDatabase === true;
  const blocked = (): 'startingUp' | 'databaseDown' | null => {
    const reason = options.notReady();
    return reason === 'databaseDown' && withoutDatabase ? null : reason;
  };
  /** Whose session came with the request. */
  const signedInBy = (request: FastifyRequest) => {
    const may = options.databaseHangs?.() ? 'hangs' : 'may';
    return callerOf(
      request,
      declaration,
      options,
      options.notReady() ? 'away' : withoutDatabase ? may : 'no',
    );
  };
  /** Writes down why nothing came of the request, where the call itself cannot. */
  const report = (
    request: FastifyRequest,
    error: unknown,
    caller: Caller | null,
    context: AnonymousContext,
  ) => reportUnrun(declaration, error, caller, context, options.onRefusal, askedOf(request, declaration));
  /** Who the request is to be answered as. @throws Refusal */
  const senderOf = async (request: FastifyRequest, signedIn: Caller | null, context: AnonymousContext) => {
    try {
      if (
        declaration.method === 'GET' &&
        declaration.effect === 'changes' &&
        headerText(request.headers['sec-fetch-site']) === 'cross-site'
      )
        throw new Refusal('notAllowed');
      return await viewAsRole(request, declaration, signedIn, options.rightsOfRole);
    } catch (error) {
      report(request, error, signedIn, context);
      throw error;
    }
  };
  /** A body that could not be read never comes to the call; its sender may be known all the same. */
  const reportUnread = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const refusal = refusalOf(error);
    if (!refusal || blocked()) return;
    const { caller, token } = await signedInBy(request);
    const context = contextOf(request, reply, { language: languageFor(request), token, log: options.log });
    reportUnrun(declaration, refusal, caller, context, options.onRefusal);
  };
  return { blocked, signedInBy, senderOf, report, reportUnread };
};

/** Serves one declared call: who asks, whether they may, what they ask, and the answer. */
export const registerCall = (app: FastifyInstance, endpoint: Endpoint, options: CallOptions): void => {
  const { declaration } = endpoint;
  const url = toFastifyPath(declaration.path);
  const { maxBytes, within } = arrivalOf(declaration);
  const { blocked, signedInBy, senderOf, report, reportUnread } = createSteps(endpoint, options);
  const read = new WeakSet<FastifyRequest>();
  app.route({
    method: declaration.method,
    url,
    bodyLimit: maxBytes,
    config: { within },
    errorHandler: (error, request, reply) => {
      if (!read.has(request))
        reportUnread(request, reply, error).catch((cause: unknown) =>
          options.log.error({ err: cause }, 'a request that could not be read is not written down'),
        );
      throw isBodyTooLarge(error) ? new Refusal('tooLarge', { values: { max: maxBytes } }) : error;
    },
    handler: async (request, reply) => {
      read.add(request);
      const reason = blocked();
      if (reason) throw new Refusal(reason, { retryAfterSeconds: 2 });
      const held = { declaration, access: options.access, since: options.access.stamp() };
      const { caller: signedIn, token } = await signedInBy(request);
      const context = contextOf(request, reply, { language: languageFor(request), token, log: options.log });
      const caller = await senderOf(request, signedIn, context);
      // Nothing is read of an upload that its sender may not make.
      checkRights(endpoint, caller, context, options.onRefusal, askedOf(request, declaration));
      const wait = (await options.waitFor?.(declaration, caller)) ?? null;
      if (wait) {
        const asked = askedOf(request, declaration);
        options.onRefusal(declaration, { ...context, caller: caller as Caller }, wait.reason, asked);
        throw wait;
      }
      let reached = false;
      const run = async (fields: Record<string, unknown> | undefined, files: Files) => {
        const raw =
          fields ??
          (declaration.method === 'GET'
            ? parseQuery(request.query)
            : ((request.body ?? {}) as Record<string, unknown>));
        reached = true;
        // A session may have ended while its upload came in.
        const sender = declaration.upload
          ? await senderOf(request, (await signedInBy(request)).caller, context)
          : caller;
        const asked = { ...raw, ...(request.params as Record<string, string>) };
        return runCall(endpoint, asked, sender, { ...context, ...files }, options.onRefusal);
      };
      try {
        // Parts that nobody reads would pass for an empty request.
        if (!declaration.upload && request.isMultipart()) throw new Refusal('unsupportedMediaType');
        const release = declaration.upload ? holdAccess(request, held, signedIn, null) : () => undefined;
        const answer = await runWithUpload(request, declaration, options.uploadFolder, run).finally(release);
        if (!(answer instanceof BytesAnswer)) return sendAnswer(reply, answer);
        if (answer.body instanceof Readable)
          reply.raw.once('close', holdAccess(request, held, signedIn, answer));
        return sendBytes(reply, declaration, answer);
      } catch (error) {
        if (!reached) report(request, error, caller, context);
        throw error;
      }
    },
  });
  refuseOtherMethods(app, url, declaration);
};
