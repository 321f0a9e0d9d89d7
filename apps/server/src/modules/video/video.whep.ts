import { limits } from '@eyrie/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { whepPath } from './stream.ts';
import {
  countViewer,
  deny,
  viewingOf,
  type Denial,
  type Viewing,
  type ViewingDependencies,
} from './video.viewing.ts';

const bounds = limits.whep;
const minute = 60_000;

/** What sessions offer and watch at this server. It bounds what one of them may cost, and is lost with the server. */
class Shares {
  readonly #clock: Clock;
  #since = -Infinity;
  readonly #offers = new Map<string, number>();
  /** Sessions by the viewers that they began. */
  readonly #viewers = new Map<string, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  refusal(sessionOID: string): Denial | null {
    const now = this.#clock.mono();
    if (now - this.#since > minute) {
      this.#offers.clear();
      this.#since = now;
    }
    const offers = (this.#offers.get(sessionOID) ?? 0) + 1;
    this.#offers.set(sessionOID, offers);
    if (offers > bounds.offersPerMinute) return 'tooOften';
    const own = [...this.#viewers.values()].filter((session) => session === sessionOID);
    return own.length >= bounds.viewersPerSession ? 'busy' : null;
  }

  began(id: string, sessionOID: string): void {
    this.#viewers.set(id, sessionOID);
  }
  ended(id: string): void {
    this.#viewers.delete(id);
  }
  isOf(id: string, sessionOID: string): boolean {
    return this.#viewers.get(id) === sessionOID;
  }
}

/** Lets the process of WebRTC take a viewer, and counts the viewer for as long as it is one. */
const begin = async (
  runtime: Runtime,
  deps: ViewingDependencies,
  shares: Shares,
  viewing: Viewing,
  request: FastifyRequest,
): Promise<{ id: string; answer: string } | Denial> => {
  const since = deps.access.stamp();
  const { whep } = deps.video;
  if (!whep) return 'notOffered';
  const { stream, caller } = viewing;
  const refused = shares.refusal(caller.sessionOID);
  if (refused) return refused;
  if (typeof request.body !== 'string') return 'malformed';
  let over = false;
  let stopCounting = (): void => undefined;
  let viewer = '';
  const found = await whep.offer(
    {
      stream,
      address: await deps.video.sourceUrl(stream),
      sdp: request.body,
      arrivedAt: request.raw.socket.localAddress ?? null,
    },
    () => {
      over = true;
      shares.ended(viewer);
      stopCounting();
    },
  );
  if ('refused' in found) return found.refused;
  if (over) return 'noStream';
  viewer = found.id;
  shares.began(found.id, caller.sessionOID);
  stopCounting = countViewer(runtime, deps, viewing, since, () => whep.end(found.id));
  return found;
};

/**
 * Serves live pictures by WebRTC as WHEP says: an offer is answered once session, right and scope are proved, and its
 * viewer counts until either side ends it. Candidates that come later are not needed: the server is found at one address.
 */
export const registerWhep = (app: FastifyInstance, runtime: Runtime, deps: ViewingDependencies): void => {
  const shares = new Shares(runtime.clock);
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/sdp',
      { parseAs: 'string', bodyLimit: bounds.offerBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { stream: string } }>(
      '/video/:stream/whep',
      { bodyLimit: bounds.offerBytes },
      async (request, reply): Promise<FastifyReply> => {
        const viewing = await viewingOf(deps, request, request.params.stream);
        if (typeof viewing === 'string') return deny(reply, viewing);
        const begun = await begin(runtime, deps, shares, viewing, request);
        if (typeof begun === 'string') return deny(reply, begun);
        return reply
          .code(201)
          .headers({
            'content-type': 'application/sdp',
            'cache-control': 'no-store',
            location: `${whepPath(viewing.stream)}/${begun.id}`,
          })
          .send(begun.answer);
      },
    );
    /** What a viewer is sent, if it is still one: a process that was killed takes no leave. */
    scope.get<{ Params: { stream: string; id: string } }>(
      '/video/:stream/whep/:id',
      async (request, reply): Promise<FastifyReply> => {
        const caller = await deps.callerOf(request);
        if (!caller) return deny(reply, 'notSignedIn');
        const { id } = request.params;
        // Of another session like one that never was. No fault of the page: viewers end by themselves.
        const own = shares.isOf(id, caller.sessionOID);
        const standing = own ? ((await deps.video.whep?.standing(id)) ?? 'gone') : 'gone';
        return reply.header('cache-control', 'no-store').send({ standing });
      },
    );
    scope.delete<{ Params: { stream: string; id: string } }>(
      '/video/:stream/whep/:id',
      async (request, reply): Promise<FastifyReply> => {
        const caller = await deps.callerOf(request);
        if (!caller) return deny(reply, 'notSignedIn');
        const { id } = request.params;
        // One that has ended, or is of another session, is answered like one that ends now: nothing is said of it.
        if (!shares.isOf(id, caller.sessionOID)) return reply.code(204).send();
        deps.video.whep?.end(id);
        return reply.code(204).send();
      },
    );
  });
};
