import { limits } from '@eyrie/domain';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { createWishClaims, nameOf, type Wish } from './wish-claims.ts';
import { createWishLine, type Question } from './wish-line.ts';
import { createWishQuestions } from './wish-questions.ts';

export interface SentWishes extends Unit {
  /** Before the gateway sends. False when the wish went out already, or is about to. */
  claim(wish: Wish): boolean;
  /** Before the emergency way sends: the same, asked of every server. Silence of the others lets it go out. */
  claimEverywhere(wish: Wish): Promise<boolean>;
  /** Tells whether a gateway of this process speaks to a dock; it then answers for the dock. */
  answerFor(speaksTo: (dockOID: string) => boolean): void;
}

/**
 * Return-home and hover have two ways out: the gateway, and the emergency way when the database fails under them,
 * maybe on another server. Whichever comes first claims the wish; the other must not send it again. The gateway
 * that speaks to the dock decides, asked through the broker, because the database is what is missing.
 */
export const createSentWishes = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  broker: Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'>,
): SentWishes => {
  const claims = createWishClaims(clock);
  const line = createWishLine(log, broker);
  const questions = createWishQuestions(line, claims);
  const stops: (() => void)[] = [];
  let speaksTo: (dockOID: string) => boolean = () => false;

  const asked = (question: Question): void => {
    const name = nameOf(question);
    // Remembered by everybody: this server may speak to the dock before the order has run out.
    const free = claims.claim(name, question.from);
    if (speaksTo(question.dockOID)) {
      line.answer(question, { free, final: true });
      return;
    }
    const known = claims.of(name);
    if (free || !known || known.by === question.from) return;
    const mine = questions.about(question.id);
    if (mine && line.own > question.from) mine.yield();
    else if (mine) line.answer(question, { free: false, final: false });
    else if (known.by === line.own) line.answer(question, { free: false, final: true });
    // Hearsay decides nothing while those concerned may still be deciding it among themselves.
    else if (clock.mono() - known.at > 2 * limits.command.wishAnswer)
      line.answer(question, { free: false, final: true });
  };

  return {
    name: 'sent wishes',
    claim: (wish) => claims.claim(nameOf(wish), line.own),
    async claimEverywhere(wish) {
      const id = nameOf(wish);
      if (!claims.claim(id, line.own)) return false;
      return speaksTo(wish.dockOID) || questions.ask(id, wish);
    },
    answerFor(test) {
      speaksTo = test;
    },
    async start() {
      stops.push(
        line.hear(asked, ({ id, free, final }) => {
          const mine = questions.about(id);
          if (final) mine?.decide(free);
          else mine?.yield();
        }),
      );
      await line.subscribe();
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
    },
  };
};
