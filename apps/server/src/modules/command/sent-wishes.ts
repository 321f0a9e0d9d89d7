import { randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';

export interface Wish {
  memberOID: string;
  dockOID: string;
  key: string;
}

export interface SentWishes extends Unit {
  /** Before the gateway sends. False when the wish went out already, or is about to. */
  claim(wish: Wish): boolean;
  /** Before the emergency way sends: the same, asked of every server. Silence of the others lets it go out. */
  claimEverywhere(wish: Wish): Promise<boolean>;
  /** Tells whether a gateway of this process speaks to a dock; it then answers for the dock. */
  answerFor(speaksTo: (dockOID: string) => boolean): void;
}

const askTopic = 'eyrie/wish/ask';
const answerTopic = (server: string): string => `eyrie/wish/answer/${server}`;

interface Question extends Wish {
  id: string;
  /** Where the answer goes; also decides between those that ask at the same time. */
  from: string;
}

interface Answer {
  id: string;
  free: boolean;
  /** The gateway of the dock and whoever has sent decide; one that asks too decides only where no gateway is. */
  final: boolean;
}

const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
};

/**
 * Return-home and hover have two ways out: the gateway, and the emergency way when the database fails under them,
 * maybe on another server. Whichever comes first claims the wish; the other must not send it again. The gateway
 * that speaks to the dock decides, asked through the broker, because the database is what is missing.
 */
export const createSentWishes = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  broker: Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'>,
): SentWishes => {
  const own = randomUUID();
  /** Who has a wish, as far as this server knows. */
  const claimed = new Map<string, { at: number; by: string }>();
  /** What this server asks about at the moment. */
  const asking = new Map<string, { decide(free: boolean): void; yield(): void }>();
  const stops: (() => void)[] = [];
  let speaksTo: (dockOID: string) => boolean = () => false;
  const nameOf = ({ memberOID, dockOID, key }: Wish): string => `${memberOID} ${dockOID} ${key}`;

  const claimFor = (name: string, by: string): boolean => {
    const now = clock.mono();
    for (const [old, { at }] of claimed) if (now - at > limits.command.wishLife) claimed.delete(old);
    if (claimed.has(name)) return false;
    claimed.set(name, { at: now, by });
    return true;
  };

  const answer = ({ id, from }: Question, said: Omit<Answer, 'id'>): void => {
    broker
      .publish(answerTopic(from), JSON.stringify({ id, ...said } satisfies Answer), { qos: 0 })
      .catch((error: unknown) => log.debug({ err: error }, 'claim of a wish not answered'));
  };

  const asked = (question: Question): void => {
    if (question.from === own) return;
    const name = nameOf(question);
    // Remembered by everybody: this server may speak to the dock before the order has run out.
    const free = claimFor(name, question.from);
    if (speaksTo(question.dockOID)) {
      answer(question, { free, final: true });
      return;
    }
    const known = claimed.get(name);
    if (free || !known || known.by === question.from) return;
    const mine = asking.get(question.id);
    if (mine && own > question.from) mine.yield();
    else if (mine) answer(question, { free: false, final: false });
    else if (known.by === own) answer(question, { free: false, final: true });
    // Hearsay decides nothing while those concerned may still be deciding it among themselves.
    else if (clock.mono() - known.at > 2 * limits.command.wishAnswer)
      answer(question, { free: false, final: true });
  };

  return {
    name: 'sent wishes',
    claim: (wish) => claimFor(nameOf(wish), own),
    async claimEverywhere(wish) {
      const id = nameOf(wish);
      if (!claimFor(id, own)) return false;
      if (speaksTo(wish.dockOID)) return true;
      let timer: NodeJS.Timeout | undefined;
      let mine = true;
      const verdict = new Promise<boolean>((resolve) => {
        // A gateway's word may still come after that of another that asks.
        asking.set(id, { decide: resolve, yield: () => (mine = false) });
        timer = setTimeout(() => resolve(mine), limits.command.wishAnswer);
      });
      try {
        const question: Question = { id, from: own, ...wish };
        await broker.publish(askTopic, JSON.stringify(question), { qos: 0 });
        const won = await verdict;
        if (!won) claimed.set(id, { at: clock.mono(), by: 'another' });
        return won;
      } finally {
        clearTimeout(timer);
        asking.delete(id);
      }
    },
    answerFor(test) {
      speaksTo = test;
    },
    async start() {
      stops.push(
        broker.onMessage((topic, payload) => {
          if (topic === askTopic) {
            const question = parsed(payload) as Question | null;
            if (question) asked(question);
          } else if (topic === answerTopic(own)) {
            const said = parsed(payload) as Answer | null;
            const mine = said ? asking.get(said.id) : undefined;
            if (said?.final) mine?.decide(said.free);
            else mine?.yield();
          }
        }),
      );
      await broker.subscribe([askTopic, answerTopic(own)]);
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
    },
  };
};
