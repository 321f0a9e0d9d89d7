import { randomUUID } from 'node:crypto';
import { commandRules, limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import type { Authorise } from './command.authorise.ts';
import { untilExpiry } from './command.deadline.ts';
import type { Endings } from './command.endings.ts';
import type { Exchange } from './command.exchange.ts';
import type { CommandLife } from './command.life.ts';
import type { CommandPlans, Judgement, Step } from './command.plan.ts';
import type { Command } from './command.store.ts';
import { commandWireOf } from './command.wire.ts';
import type { Watches } from './command.watch.ts';
import type { SendGuard } from './send-guard.ts';
import type { EmergencyIntent } from './intent-claims.ts';

export interface CarryOutDependencies {
  plans: CommandPlans;
  authorise: Authorise;
  exchange: Exchange;
  life: Pick<CommandLife, 'move'>;
  endings: Endings;
  watches: Pick<Watches, 'begun'>;
  sendGuard: Pick<SendGuard, 'claim'>;
  /** Asks the broker now: a connection may be dead before anybody has noticed. */
  brokerAnswers(): Promise<boolean>;
}

/** One command being carried out. */
interface Execution {
  link: DockLink;
  /** The command as it was drafted. */
  given: Command;
  command: Command;
  judge: Judgement | undefined;
  /** Monotonic ms after which the broker must not take the claimed step: another may control the dock by then. */
  reachBy: number;
  /** Whether the broker answers, if it was asked for the first step already. */
  asked: Promise<boolean> | undefined;
  steps: readonly ((acked: number) => Promise<Step>)[];
  /** Called when nobody waits for its answer any more. */
  answered(): void;
}

const intentOf = ({ issuedBy, dockOID, key }: Command): EmergencyIntent => ({
  memberOID: issuedBy,
  dockOID,
  key,
});

/** Carries out a drafted command. Each step is checked, claimed and sent once, after the one before was accepted. */
export const createCarryOut = (runtime: Runtime, deps: CarryOutDependencies) => {
  const { clock, serverTime } = runtime;
  const { endings } = deps;

  /** Asks the broker first and the database last: nothing slow may come between the check and the send. */
  const claim = async (execution: Execution, index: number): Promise<Step | null> => {
    const asked = (index === 0 ? execution.asked : undefined) ?? deps.brokerAnswers();
    if (!(await asked)) throw new Refusal('brokerDown');
    const { link, judge } = execution;
    const claimed = await deps.authorise(link, execution.command.oid, index, judge);
    if (!claimed) return null;
    const { command } = claimed;
    execution.command = command;
    execution.reachBy = claimed.until + limits.broker.answer;
    if (claimed.nothing) {
      await endings.nothing(link, command);
      return null;
    }
    const plan = deps.plans[command.method];
    if (index === 0) {
      execution.answered = deps.watches.begun(command);
      execution.steps = await plan.steps({ link, command: execution.given, now: clock.mono() });
    }
    const step = await execution.steps[index]?.(index);
    if (step && !commandWireOf(link).has(link, step.service.method)) throw new Refusal('methodMissing');
    // The database took so long that a takeover may not have waited for this claim.
    if (clock.mono() > claimed.until) throw new Refusal('databaseDown');
    return step ?? null;
  };

  /** The step was not sent or not delivered: what the earlier steps prepared is undone. */
  const refuse = ({ link, command }: Execution, index: number, error: unknown): Promise<void> =>
    index === 0 ? endings.refused(link, command, error) : endings.stopped(link, command, error);

  /** True when the broker took the message. */
  const published = async (
    execution: Execution,
    { first, sent }: { first: boolean; sent: Promise<void> },
  ): Promise<boolean> => {
    try {
      await sent;
      return true;
    } catch {
      // A later step may have been sent all the same: only the dock's state can show it.
      if (first) await endings.refused(execution.link, execution.command, new Refusal('brokerDown'));
      else await endings.silent(execution.link, execution.command);
      return false;
    }
  };

  /** True when the device accepted the step. */
  const exchange = async (execution: Execution, index: number, step: Step): Promise<boolean> => {
    const { link, command } = execution;
    const first = index === 0;
    const tid = first && command.tid ? command.tid : randomUUID();
    const sentAt = serverTime();
    const { sent, reply } = deps.exchange.send(command, link, step, tid, execution.reachBy);
    if (!(await published(execution, { first: first && !step.setsOut, sent }))) return false;
    // A takeover waits until the broker has this message or takes it no more.
    const arrived = await deps.brokerAnswers();
    const moved = await deps.life.move(command, [first ? 'authorised' : 'sent'], {
      state: 'sent',
      ...(first ? { sentAt } : {}),
      detail: step.service.method,
      ...(arrived ? { sendingUntil: null } : {}),
    });
    if (moved) execution.command = moved;
    const answer = await reply;
    if (answer === null) await endings.silent(link, command);
    else if (answer === 'notDelivered') await refuse(execution, index, new Refusal('notDelivered'));
    else if (answer.accepted || deps.plans[command.method].countsAsAccepted?.(answer.result)) return true;
    else await endings.rejected(link, command, answer);
    return false;
  };

  const takeStep = async (execution: Execution, index: number): Promise<boolean> => {
    let step: Step | null;
    try {
      step = await claim(execution, index);
    } catch (error) {
      // Nothing can be written now. The draft is checked again when the database is back, or has expired.
      if (index === 0 && isDatabaseDown(error)) throw error;
      await refuse(execution, index, error);
      return false;
    }
    if (step === null) return false;
    const { command } = execution;
    // It was sent by the emergency way, which writes its row.
    if (index === 0 && commandRules[command.method].emergency && !deps.sendGuard.claim(intentOf(command)))
      return false;
    return exchange(execution, index, step);
  };

  return async (link: DockLink, command: Command, asked?: Promise<boolean>): Promise<void> => {
    const execution: Execution = {
      link,
      given: command,
      command,
      judge: undefined,
      reachBy: 0,
      asked,
      steps: [],
      answered: () => undefined,
    };
    try {
      const reading = deps.plans[command.method].authorise?.({ link, command, now: clock.mono() });
      execution.judge = reading && (await untilExpiry(runtime, command, reading));
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      return endings.refused(link, command, error);
    }
    try {
      for (let index = 0; index === 0 || index < execution.steps.length; index += 1)
        if (!(await takeStep(execution, index))) return;
      await endings.accepted(link, execution.command);
    } finally {
      execution.answered();
    }
  };
};
