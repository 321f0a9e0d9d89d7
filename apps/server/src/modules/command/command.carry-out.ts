import { randomUUID } from 'node:crypto';
import { commandRules } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import type { Endings } from './command.endings.ts';
import type { Exchange } from './command.exchange.ts';
import type { Fence } from './command.fence.ts';
import type { CommandLife } from './command.life.ts';
import type { CommandPlans } from './command.plan.ts';
import type { Command } from './command.store.ts';
import type { SentWishes } from './sent-wishes.ts';
import type { Wish } from './wish-claims.ts';

export interface CarryOutDependencies {
  plans: CommandPlans;
  fence: Fence;
  exchange: Exchange;
  life: Pick<CommandLife, 'move'>;
  endings: Endings;
  sentWishes: Pick<SentWishes, 'claim'>;
  /** Asks the broker now: a line may be dead before anybody has noticed. */
  brokerAnswers(): Promise<boolean>;
}

const wishOf = ({ issuedBy, dockOID, key }: Command): Wish => ({ memberOID: issuedBy, dockOID, key });

/** Sends the steps of an authorised command: each once, and only after the one before was accepted. */
export const createCarryOut = ({ clock, serverTime }: Runtime, deps: CarryOutDependencies) => {
  /**
   * The last look before the socket: too late is never sent, and neither is anything by a former holder.
   * @param answerBy monotonic ms until when the step before had to be answered
   */
  const lastLook = async (
    link: DockLink,
    command: Command,
    first: boolean,
    answerBy: number,
  ): Promise<void> => {
    if (!first) await deps.fence.holdAgain(link, command);
    if (!(await deps.brokerAnswers())) throw new Refusal('brokerDown');
    if (first && deps.fence.expired(command)) throw new Refusal('expired');
    // The step before was answered in time, but a database that was away kept it from being written.
    if (clock.mono() > answerBy) throw new Refusal('databaseDown');
  };

  return async (link: DockLink, command: Command): Promise<void> => {
    const { endings } = deps;
    const plan = deps.plans[command.method];
    const steps = await plan.steps({ link, command, now: clock.mono() });
    let answerBy = Infinity;
    for (const [index, make] of steps.entries()) {
      const first = index === 0;
      // Every step before this one was accepted.
      const step = await make(index);
      const tid = first && command.tid ? command.tid : randomUUID();
      try {
        await lastLook(link, command, first, answerBy);
      } catch (error) {
        return endings.failed(link, command, error);
      }
      // It went out by the emergency way, and becomes a row from there.
      if (first && commandRules[command.method].emergency && !deps.sentWishes.claim(wishOf(command))) return;
      answerBy = clock.mono() + step.ack;
      const { sent, reply } = deps.exchange.send(command, link, step, tid);
      try {
        await sent;
      } catch {
        return endings.failed(link, command, new Refusal('brokerDown'));
      }
      if (first)
        await deps.life.move(command, ['authorised'], {
          state: 'sent',
          sentAt: serverTime(),
          detail: step.service.method,
        });
      const answer = await reply;
      if (answer === null) return endings.silent(link, command);
      if (answer === 'notDelivered') return endings.failed(link, command, new Refusal('notDelivered'));
      if (!answer.accepted && !plan.countsAsAccepted?.(answer.result))
        return endings.rejected(link, command, answer.result);
    }
    return endings.accepted(link, command);
  };
};
