import { Readable } from 'node:stream';
import { limits, pilotFilePath } from '@eyrie/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Elsewhere, type Pilot, type PilotCall, type PilotRoom } from '../../modules/pilot/index.ts';
import { refused, type Answer } from '../../platform/http/answer.ts';
import { BytesAnswer, type CallContext } from '../../platform/http/endpoint.ts';
import { checkRights, runCall } from '../../platform/http/guard.ts';
import { refusalOf } from '../../platform/http/known-error.ts';
import type { CallOptions } from '../../platform/http/register-call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { contextOf, headerText, languageFor } from '../../platform/http/sender.ts';

export type PilotOptions = Pick<CallOptions, 'onRefusal' | 'waitFor' | 'notReady' | 'log'>;

/** The app counts any code but zero as a failure, and shows its message. */
const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const { status, body, retryAfterSeconds }: Answer = refused(languageFor(request), refusal);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).send(body);
};

/** Repeated fields of a query are lists here, with brackets behind their name or without. */
const queryOf = (request: FastifyRequest): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>)
      .filter(([name]) => name !== '__proto__')
      .map(([name, value]) => [name.replace(/\[\]$/, ''), value]),
  );

const askedOf = (request: FastifyRequest): Record<string, unknown> => ({
  ...queryOf(request),
  ...(request.body as object | null | undefined),
  ...(request.params as object),
});

/** Serves one call of the app: whose token, whether its member may, what is asked, and the answer in the app's form. */
const serveCall =
  ({ declaration, handle }: PilotCall, room: Pick<PilotRoom, 'authenticate'>, options: PilotOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const reason = options.notReady();
    if (reason) throw new Refusal(reason, { retryAfterSeconds: 2 });
    const token = headerText(request.headers['x-auth-token']) ?? '';
    const pilot: Pilot | null = await room.authenticate(token, 'calls');
    const caller = pilot?.caller ?? null;
    const context = contextOf(request, reply, {
      language: languageFor(request),
      token: null,
      log: options.log,
    });
    const found: { elsewhere?: Elsewhere } = {};
    const endpoint = {
      declaration,
      handle: async (asked: unknown, full: CallContext) => {
        const answer = await handle(asked, { ...full, pilot: pilot as Pilot });
        if (!(answer instanceof Elsewhere)) return answer;
        found.elsewhere = answer;
        return {};
      },
    };
    const asked = askedOf(request);
    checkRights(endpoint, caller, context, options.onRefusal, asked);
    const wait = (await options.waitFor?.(declaration, caller)) ?? null;
    if (wait) throw wait;
    const answer = await runCall(endpoint, asked, caller, context, options.onRefusal);
    if (answer instanceof BytesAnswer) throw new Refusal('internal');
    // Where the app came from is where it finds the rest.
    const url = found.elsewhere && `${request.protocol}://${request.host}${found.elsewhere.path}`;
    if (url !== undefined) reply.code(302).header('location', url);
    return reply.send({ code: 0, message: 'success', data: url ?? answer.body.data });
  };

/** A route file by an address of `…/waylines/{id}/url`: the token in it is for this file and for minutes. */
const serveFile =
  (room: Pick<PilotRoom, 'file'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { key } = request.query as { key?: unknown };
    const file = typeof key === 'string' ? await room.file(key) : null;
    if (!file) throw new Refusal('notSignedIn');
    return reply
      .code(file.status)
      .headers({ ...file.headers, 'cache-control': 'no-store' })
      .send(file.body instanceof Readable ? file.body : Buffer.from(file.body));
  };

/** Everything that DJI Pilot 2 calls, in a scope of its own: another token, and another form of answer. */
export const registerPilot = (app: FastifyInstance, room: PilotRoom, options: PilotOptions): void => {
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const known = refusalOf(error);
      if (!known || known.reason === 'internal')
        options.log.error({ err: error, correlationId: request.id }, 'a call of DJI Pilot 2 failed');
      return sendRefusal(request, reply, known ?? new Refusal('internal'));
    });
    for (const call of room.calls)
      scope.route({
        method: call.declaration.method,
        url: call.declaration.path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: limits.pilot.bodyBytes,
        exposeHeadRoute: false,
        handler: serveCall(call, room, options),
      });
    scope.route({ method: 'GET', url: pilotFilePath, exposeHeadRoute: false, handler: serveFile(room) });
    await Promise.resolve();
  });
};
