import { randomBytes, randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { supervisePart } from '../child/index.ts';
import type { Log } from '../log.ts';
import type { WhepProcessConfig, WhepReady } from './whep-process.ts';
import type { OfferAnswer, OfferRefusal, OfferRequest, Standing, WhepNotice } from './whep-server.ts';

/** Why a viewer is none any more; `gone`: the process that served it ended. */
export type WhepEnd = WhepNotice['why'] | 'gone';

/** What an offer comes to. */
export type OfferOutcome = { id: string; answer: string } | { refused: OfferRefusal | 'gone' };

/** Live pictures by WebRTC. */
export interface Whep {
  /** UDP, one for all viewers and publishers. */
  readonly port: number;
  pid(): number | undefined;
  /**
   * Answers an offer to watch a stream.
   * @param offer.address where the stream is fetched as FLV
   * @param onEnded is called once, when a viewer that was taken is none any more
   */
  offer(offer: Omit<OfferRequest, 'id'>, onEnded: (why: WhepEnd) => void): Promise<OfferOutcome>;
  /**
   * Answers an offer to send a stream; who may send it is proved before.
   * @param offer.address where the stream is handed on as FLV
   */
  publish(offer: Omit<OfferRequest, 'id'>, onEnded: (why: WhepEnd) => void): Promise<OfferOutcome>;
  /** What a viewer is sent; `gone` also where that cannot be found out. */
  standing(id: string): Promise<Standing>;
  /** Ends a viewer or publisher; unknown ones have ended. */
  end(id: string): void;
  stop(): Promise<void>;
}

export interface WhepOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  publicHost?: string | undefined;
  log: Log;
}

/**
 * Starts the process that serves pictures by WebRTC, and keeps it running on its port.
 * @throws Error where the library does not exist for this system, or the port is taken
 */
export async function startWhep({ host, port, publicHost, log }: WhepOptions): Promise<Whep> {
  const key = randomBytes(32).toString('hex');
  const peers = new Map<string, (why: WhepEnd) => void>();
  const part = await supervisePart<WhepProcessConfig, WhepReady, WhepNotice>({
    name: 'whep',
    script: new URL('./whep-process.ts', import.meta.url),
    log,
    config: (last) => ({ host, port: last?.port ?? port, publicHost, key, logLevel: log.level }),
  });
  const ended = (id: string, why: WhepEnd): void => {
    const onEnded = peers.get(id);
    peers.delete(id);
    onEnded?.(why);
  };
  part.events.on('event', ({ id, why }) => ended(id, why));
  part.events.on('down', () => {
    for (const id of peers.keys()) ended(id, 'gone');
  });
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`http://127.0.0.1:${part.ready.controlPort}${path}`, {
      ...init,
      headers: { 'x-key': key },
      signal: AbortSignal.timeout(limits.whep.answerWithin),
    });
  const askFor = async (
    path: string,
    offer: Omit<OfferRequest, 'id'>,
    onEnded: (why: WhepEnd) => void,
  ): Promise<OfferOutcome> => {
    const id = randomUUID();
    if (!part.running) return { refused: 'gone' };
    // Before the answer: its end may be reported first.
    peers.set(id, onEnded);
    try {
      const response = await ask(path, { method: 'POST', body: JSON.stringify({ ...offer, id }) });
      const answer = response.ok ? ((await response.json()) as OfferAnswer) : ({ refused: 'gone' } as const);
      if ('answer' in answer && peers.has(id)) return { id, answer: answer.answer };
      peers.delete(id);
      return { refused: 'refused' in answer ? answer.refused : 'gone' };
    } catch (error) {
      log.warn({ err: error }, 'an offer was not answered');
      peers.delete(id);
      return { refused: 'gone' };
    }
  };
  return {
    get port() {
      return part.ready.port;
    },
    pid: () => part.pid(),
    offer: (offer, onEnded) => askFor('/', offer, onEnded),
    publish: (offer, onEnded) => askFor('/publish', offer, onEnded),
    standing: async (id) => {
      if (!peers.has(id)) return 'gone';
      const word = await ask(`/${id}`, { method: 'GET' }).then(
        (response) => response.text(),
        () => 'gone',
      );
      return word === 'still' || word === 'sending' ? word : 'gone';
    },
    end: (id) => {
      if (peers.has(id)) ask(`/${id}`, { method: 'DELETE' }).catch(() => undefined);
    },
    stop: () => part.stop(),
  };
}
