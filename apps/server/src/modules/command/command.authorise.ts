import { randomUUID } from 'node:crypto';
import { beginsFlight, limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { againAfterDeadlock } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { auditRow, writeRow } from './command.audit.ts';
import { noteBefore } from './command.before.ts';
import type { Fence } from './command.fence.ts';
import type { Judgement } from './command.plan.ts';
import { refuseByState, type StateRuleDependencies } from './command.state-rules.ts';
import { claimSending } from './command.sending.store.ts';
import { lockCommand, moveLocked, type Command } from './command.store.ts';

export interface AuthoriserDependencies extends StateRuleDependencies {
  audit: AuditLog;
  fence: Fence;
  /** Publishes a change of state after it was stored. */
  changed(link: DockLink, command: Command): void;
}

/** A step that may be sent now. */
export interface StepClaim {
  command: Command;
  /** The command has succeeded already: there is nothing to send. */
  nothing: boolean;
  /** Monotonic ms until which the message may be given to the broker. A takeover waits no longer than that. */
  until: number;
}

const { sendWithin } = limits.command;
/** Epoch ms by which a step that is claimed now is with the broker, or never will be. */
const atBrokerBy = (now: number): number => now + sendWithin + limits.broker.answer;

/** Checks every rule for a step in the transaction that claims the step, so that none can change before it is sent. */
export const createAuthoriser = (runtime: Runtime, deps: AuthoriserDependencies) => {
  const { db, clock } = runtime;

  /** The rules of every order: expiry, state of the dock, fence. */
  const requireRules = async (trx: DbOrTrx, link: DockLink, command: Command): Promise<void> => {
    if (deps.fence.expired(command)) throw new Refusal('expired');
    refuseByState({ link, command, now: clock.mono() }, deps);
    await deps.fence.hold(trx, link, command);
  };

  const judgeIn = async (
    trx: DbOrTrx,
    {
      link,
      command,
      step,
      judge,
    }: { link: DockLink; command: Command; step: number; judge: Judgement | undefined },
  ): Promise<{ nothingToSend: string } | undefined> => {
    await requireRules(trx, link, command);
    if (step === 0) await deps.fence.confirm(trx, command);
    return judge?.(trx, { link, command, now: clock.mono(), step });
  };

  const authorise = async (
    trx: DbOrTrx,
    { link, command }: { link: DockLink; command: Command },
    outcome: { nothingToSend: string } | undefined,
  ): Promise<Command> => {
    const at = runtime.serverTime();
    let moved = await moveLocked(trx, command.oid, ['drafted'], {
      state: 'authorised',
      at,
      tid: randomUUID(),
      note: noteBefore(link, clock.mono()),
      ...(outcome ? {} : { sendingUntil: atBrokerBy(at) }),
    });
    if (outcome)
      moved = await moveLocked(trx, command.oid, ['authorised'], {
        state: 'succeeded',
        at,
        detail: outcome.nothingToSend,
        code: 0,
      });
    await writeRow(trx, deps.audit, auditRow(command, outcome ? 'succeeded' : 'authorised', null, null));
    return moved;
  };

  /**
   * A slow database delays an order and does not refuse it, so the rules are checked again after the wait. A start is
   * not delayed: its gate was checked for this moment.
   * @returns monotonic ms until which the message may be sent
   */
  const sendDeadline = async (
    trx: DbOrTrx,
    link: DockLink,
    command: Command,
    startedAt: number,
  ): Promise<number> => {
    if (beginsFlight(command.method)) return startedAt + sendWithin;
    if (clock.mono() - startedAt > sendWithin) await requireRules(trx, link, command);
    return clock.mono() + sendWithin;
  };

  const claim = (link: DockLink, oid: string, step: number, judge: Judgement | undefined) => {
    const startedAt = clock.mono();
    return db.transaction().execute(async (trx) => {
      const command = await lockCommand(trx, oid);
      if (command?.state !== (step === 0 ? 'drafted' : 'sent')) return null;
      const nothing = await judgeIn(trx, { link, command, step, judge });
      // Written with the step, and once more only where the rows below waited so long that too little of it is left.
      const marked = clock.mono() + sendWithin;
      const authorised = step === 0 ? await authorise(trx, { link, command }, nothing) : command;
      // Last, because the steps above may wait: audit rows of one organisation are written one after the other.
      const latest = await sendDeadline(trx, link, command, startedAt);
      const isMarked = nothing !== undefined || (step === 0 && clock.mono() <= marked - sendWithin / 2);
      const claimed = isMarked ? authorised : await claimSending(trx, oid, atBrokerBy(runtime.serverTime()));
      const until = isMarked ? Math.min(latest, marked) : latest;
      return { claimed, nothing, until };
    });
  };

  /**
   * Claims a step, or throws the refusal. Null: another process changed the command.
   * @param judge the rules of the command's plan
   */
  return async (
    link: DockLink,
    oid: string,
    step: number,
    judge: Judgement | undefined,
  ): Promise<StepClaim | null> => {
    const outcome = await againAfterDeadlock(() => claim(link, oid, step, judge));
    if (outcome?.nothing) deps.changed(link, outcome.claimed);
    if (!outcome) return null;
    return { command: outcome.claimed, until: outcome.until, nothing: outcome.nothing !== undefined };
  };
};
export type Authorise = ReturnType<typeof createAuthoriser>;
