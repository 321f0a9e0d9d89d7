import { randomUUID } from 'node:crypto';
import { commandRules, limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import type { Authorise } from './command.authorise.ts';
import { whileItLives } from './command.deadline.ts';
import type { Endings } from './command.endings.ts';
import type { Exchange } from './command.exchange.ts';
import type { CommandLife } from './command.life.ts';
import type { CommandPlans, Judgement, Step } from './command.plan.ts';
import type { Command } from './command.store.ts';
import type { Watches } from './command.watch.ts';
import type { SentWishes } from './sent-wishes.ts';
import type { Wish } from './wish-claims.ts';

export interface CarryOutDependencies {
  plans: CommandPlans;
  authorise: Authorise;
  exchange: Exchange;
  life: Pick<CommandLife, 'move'>;
  endings: Endings;
  watches: Pick<Watches, 'begun'>;
  sentWishes: Pick<SentWishes, 'claim'>;
  /** Asks the broker now: a line may be dead before anybody has noticed. */
  brokerAnswers(): Promise<boolean>;
}

/** One command on its way. */
interface Journey {
  link: DockLink;
  /** As it was drafted, and as it stands. */
  given: Command;
  command: Command;
  judge: Judgement | undefined;
  /** Monotonic ms after which the broker may not take the claimed step: others control the dock then. */
  reachBy: number;
  steps: readonly ((acked: number) => Promise<Step>)[];
  /** Nobody waits for its answer any more. */
  answered(): void;
}

const wishOf = ({ issuedBy, dockOID, key }: Command): Wish => ({ memberOID: issuedBy, dockOID, key });

/** Carries out a drafted command: each step is judged, claimed and sent once, after the one before was accepted. */
export const createCarryOut = (runtime: Runtime, deps: CarryOutDependencies) => {
  const { clock, serverTime } = runtime;
  const { endings } = deps;

  /** Asks the broker first and the database last: nothing slow may lie between the judgement and the socket. */
  const claim = async (journey: Journey, index: number): Promise<Step | null> => {
    if (!(await deps.brokerAnswers())) throw new Refusal('brokerDown');
    const { link, judge } = journey;
    const claimed = await deps.authorise(link, journey.command.oid, index, judge);
    if (!claimed) return null;
    const { command } = claimed;
    journey.command = command;
    journey.reachBy = claimed.until + limits.broker.answer;
    if (claimed.nothing) {
      await endings.nothing(link, command);
      return null;
    }
    const plan = deps.plans[command.method];
    if (index === 0) {
      journey.answered = deps.watches.begun(command);
      journey.steps = await plan.steps({ link, command: journey.given, now: clock.mono() });
    }
    const step = await journey.steps[index]?.(index);
    // The database took so long that a takeover may not have waited for this claim.
    if (clock.mono() > claimed.until) throw new Refusal('databaseDown');
    return step ?? null;
  };

  /** Not sent, or nobody took it: what the steps before had prepared is taken back. */
  const refuse = ({ link, command }: Journey, index: number, error: unknown): Promise<void> =>
    index === 0 ? endings.refused(link, command, error) : endings.stopped(link, command, error);

  /** Gives true when the broker took the message. */
  const leaves = async (journey: Journey, index: number, sent: Promise<void>): Promise<boolean> => {
    try {
      await sent;
      return true;
    } catch {
      // A further step may have left all the same: only the dock can tell.
      if (index === 0) await endings.refused(journey.link, journey.command, new Refusal('brokerDown'));
      else await endings.silent(journey.link, journey.command);
      return false;
    }
  };

  /** Gives true when the device took the step. */
  const exchange = async (journey: Journey, index: number, step: Step): Promise<boolean> => {
    const { link, command } = journey;
    const first = index === 0;
    const tid = first && command.tid ? command.tid : randomUUID();
    const sentAt = serverTime();
    const { sent, reply } = deps.exchange.send(command, link, step, tid, journey.reachBy);
    if (!(await leaves(journey, index, sent))) return false;
    // Whoever takes control over is told so when the broker has what left before, or takes it no more.
    const arrived = await deps.brokerAnswers();
    const moved = await deps.life.move(command, [first ? 'authorised' : 'sent'], {
      state: 'sent',
      ...(first ? { sentAt } : {}),
      detail: step.service.method,
      ...(arrived ? { sendingUntil: null } : {}),
    });
    if (moved) journey.command = moved;
    const answer = await reply;
    if (answer === null) await endings.silent(link, command);
    else if (answer === 'notDelivered') await refuse(journey, index, new Refusal('notDelivered'));
    else if (answer.accepted || deps.plans[command.method].countsAsAccepted?.(answer.result)) return true;
    else await endings.rejected(link, command, answer.result);
    return false;
  };

  const takeStep = async (journey: Journey, index: number): Promise<boolean> => {
    let step: Step | null;
    try {
      step = await claim(journey, index);
    } catch (error) {
      // Nothing can be written: it is judged again, or has expired, when the database is back.
      if (index === 0 && isDatabaseDown(error)) throw error;
      await refuse(journey, index, error);
      return false;
    }
    if (step === null) return false;
    const { command } = journey;
    // It went out by the emergency way, and becomes a row from there.
    if (index === 0 && commandRules[command.method].emergency && !deps.sentWishes.claim(wishOf(command)))
      return false;
    return exchange(journey, index, step);
  };

  return async (link: DockLink, command: Command): Promise<void> => {
    const journey: Journey = {
      link,
      given: command,
      command,
      judge: undefined,
      reachBy: 0,
      steps: [],
      answered: () => undefined,
    };
    try {
      const reading = deps.plans[command.method].authorise?.({ link, command, now: clock.mono() });
      journey.judge = reading && (await whileItLives(runtime, command, reading));
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      return endings.refused(link, command, error);
    }
    try {
      for (let index = 0; index === 0 || index < journey.steps.length; index += 1)
        if (!(await takeStep(journey, index))) return;
      await endings.accepted(link, journey.command);
    } finally {
      journey.answered();
    }
  };
};
