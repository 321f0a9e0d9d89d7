import { limits } from '@eyrie/domain';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { createIntentClaims, intentName, type EmergencyIntent } from './intent-claims.ts';
import { createIntentChannel, type Question } from './intent-channel.ts';
import { createIntentQueries } from './intent-queries.ts';

export interface SendGuard extends Unit {
  /** Claims the one send of an intent for the gateway. False if it was sent or another way holds it. */
  claim(intent: EmergencyIntent): boolean;
  /** Claims the one send for the emergency way, and asks every server. Silence lets it be sent. */
  claimAcrossServers(intent: EmergencyIntent): Promise<boolean>;
  /** Sets how to know that a gateway of this process owns a dock and so answers for it. */
  answerFor(speaksTo: (dockOID: string) => boolean): void;
}

/**
 * Return-home and hover can leave through the gateway or, when the database fails, by the emergency way, maybe from
 * another server. The first claims the intent; the other must not send it again. The gateway that owns the dock
 * decides. It is asked through the broker, because the database is what has failed.
 */
export const createSendGuard = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  broker: Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'>,
): SendGuard => {
  const claims = createIntentClaims(clock);
  const channel = createIntentChannel(log, broker);
  const queries = createIntentQueries(channel, claims);
  const stops: (() => void)[] = [];
  let speaksTo: (dockOID: string) => boolean = () => false;

  const onQuestion = (question: Question): void => {
    const name = intentName(question);
    // Every server remembers it: any may own the dock before the order expires.
    const free = claims.claim(name, question.from);
    if (speaksTo(question.dockOID)) {
      channel.answer(question, { free, final: true });
      return;
    }
    const known = claims.find(name);
    if (free || !known || known.by === question.from) return;
    const ownQuery = queries.find(question.id);
    if (ownQuery && channel.own > question.from) ownQuery.yield();
    else if (ownQuery) channel.answer(question, { free: false, final: false });
    else if (known.by === channel.own) channel.answer(question, { free: false, final: true });
    // A second-hand answer counts only after the servers that ask had time to decide.
    else if (clock.mono() - known.at > 2 * limits.command.intentAnswerTimeout)
      channel.answer(question, { free: false, final: true });
  };

  return {
    name: 'send guard',
    claim: (intent) => claims.claim(intentName(intent), channel.own),
    async claimAcrossServers(intent) {
      const id = intentName(intent);
      if (!claims.claim(id, channel.own)) return false;
      return speaksTo(intent.dockOID) || queries.ask(id, intent);
    },
    answerFor(test) {
      speaksTo = test;
    },
    async start() {
      stops.push(
        channel.listen(onQuestion, ({ id, free, final }) => {
          const ownQuery = queries.find(id);
          if (final) ownQuery?.decide(free);
          else ownQuery?.yield();
        }),
      );
      await channel.subscribe();
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
    },
  };
};
