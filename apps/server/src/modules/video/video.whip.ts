import { limits } from '@eyrie/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createRefusalLog } from './refusal-log.ts';
import { whipPath } from './stream.ts';
import type { WhipServer } from './video.plans.ts';

const bounds = limits.whip;
const minute = 60_000;

const denials = {
  notSigned: { code: 403, message: 'not signed for this stream', reason: 'notAllowed' },
  notOffered: { code: 404, message: 'no WebRTC here', reason: 'notOffered' },
  unknown: { code: 404, message: 'no such picture', reason: 'notFound' },
  malformed: { code: 400, message: 'no offer to send H.264', reason: 'malformed' },
  tooOften: { code: 429, message: 'too many offers', reason: 'busy' },
  busy: { code: 503, message: 'too many publishers', reason: 'busy' },
  gone: { code: 503, message: 'WebRTC is starting again', reason: 'gone' },
} as const satisfies Record<string, { code: number; message: string; reason: string }>;

const deny = (reply: FastifyReply, why: keyof typeof denials): FastifyReply => {
  const { code, message, reason } = denials[why];
  return reply.code(code).send({ code, message, data: { reason } });
};

/** How often each stream was offered in the last minute. It bounds what one device may cost, and is lost with the server. */
class Offers {
  readonly #clock: Clock;
  #since = -Infinity;
  readonly #byStream = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  tooMany(stream: string): boolean {
    const now = this.#clock.mono();
    if (now - this.#since > minute || this.#byStream.size > bounds.countedStreams) {
      this.#byStream.clear();
      this.#since = now;
    }
    const offers = (this.#byStream.get(stream) ?? 0) + 1;
    this.#byStream.set(stream, offers);
    return offers > bounds.offersPerMinute;
  }
}

/** Which stream an offer is for, and what proves that it may be sent: in the address, or as a bearer token. */
const claimOf = (request: FastifyRequest): { stream: string; sign: string } => {
  const { stream, sign } = request.query as { stream?: unknown; sign?: unknown };
  const bearer = /^Bearer ([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1];
  return {
    stream: typeof stream === 'string' ? stream : '',
    sign: bearer ?? (typeof sign === 'string' ? sign : ''),
  };
};

/**
 * Takes live pictures of devices by WebRTC as WHIP says: an offer is answered once its signature is proved, which the
 * order to send the picture carried. The signature is asked for before the offer is read.
 */
export const registerWhip = (
  app: FastifyInstance,
  runtime: Pick<Runtime, 'clock' | 'log'>,
  whip: WhipServer | null,
): void => {
  const offers = new Offers(runtime.clock);
  const reportRefusal = createRefusalLog(runtime, 'an unsigned picture by WebRTC was refused');
  const publishers = new Set<string>();
  const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { stream, sign } = claimOf(request);
    if (!whip) return deny(reply, 'notOffered');
    if (!whip.mayPublish(stream, sign)) {
      reportRefusal({ address: request.ip });
      return deny(reply, 'notSigned');
    }
    return offers.tooMany(stream) ? deny(reply, 'tooOften') : undefined;
  };
  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!whip) return deny(reply, 'notOffered');
    if (typeof request.body !== 'string') return deny(reply, 'malformed');
    const { stream } = claimOf(request);
    let publisher = '';
    let over = false;
    const found = await whip.publish(
      { stream, sdp: request.body, arrivedAt: request.raw.socket.localAddress ?? null },
      (why) => {
        over = true;
        publishers.delete(publisher);
        runtime.log.info({ stream, why }, 'a picture by WebRTC has ended');
      },
    );
    if ('refused' in found)
      return deny(reply, found.refused === 'busy' || found.refused === 'gone' ? found.refused : 'malformed');
    if (over) return deny(reply, 'gone');
    publisher = found.id;
    publishers.add(publisher);
    return reply
      .code(201)
      .headers({
        'content-type': 'application/sdp',
        'cache-control': 'no-store',
        location: `${whipPath}/${publisher}`,
      })
      .send(found.answer);
  };
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/sdp',
      { parseAs: 'string', bodyLimit: bounds.offerBytes },
      (_request, body, done) => done(null, body),
    );
    // Docks put a stroke behind the path, other senders do not.
    for (const path of [whipPath, `${whipPath}/`])
      scope.post(path, { bodyLimit: bounds.offerBytes, onRequest: guard }, take);
    // Its name is a secret of its sender. At another server than the one that took it, its connection ends it.
    scope.delete<{ Params: { id: string } }>(
      `${whipPath}/:id`,
      async (request, reply): Promise<FastifyReply> => {
        const { id } = request.params;
        if (!publishers.has(id)) return deny(reply, 'unknown');
        whip?.end(id);
        return reply.code(200).send();
      },
    );
  });
};
