import type { CommandState } from '@eyrie/domain';
import { refusalOf as knownRefusal } from '../../platform/http/known-error.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { auditRow, storeOutcome } from './command.audit.ts';
import type { CommandPlans } from './command.plan.ts';
import { appendHistory } from './command.sending.store.ts';
import { moveCommand, type Command, type CommandChange } from './command.store.ts';
import { createRetryingWrite } from './retrying-write.ts';

export interface LifeDependencies {
  audit: AuditLog;
  plans: CommandPlans;
  linkOf(dockOID: string): DockLink | null;
  /** Publishes a change of state after it was stored. */
  changed(link: DockLink, command: Command): void;
}

/** Its claim is on the disk: after a crash it counts as sent, whether the row says so or not. */
const flushes: Partial<Record<CommandState, Pick<CommandChange, 'flush'>>> = { sent: { flush: 'later' } };

/** Moves a command from state to state. Each state is stored with its audit row before it is published. */
export const createCommandLife = (runtime: Runtime, deps: LifeDependencies) => {
  const { db, clock } = runtime;
  const retrying = createRetryingWrite();

  /** @returns the command as stored; null when it was in none of the states `from` any more */
  const move = async (
    command: Command,
    from: readonly CommandState[],
    change: Omit<CommandChange, 'at'>,
  ): Promise<Command | null> => {
    const at = runtime.serverTime();
    const store = (trx: DbOrTrx): Promise<Command | null> =>
      moveCommand(trx, command.oid, from, { ...change, at, ...flushes[change.state] });
    // One audit row when it is authorised and one for its outcome. The history keeps the steps between.
    const step = change.state === 'sent' || change.state === 'in_progress';
    const row = auditRow(command, change.state, change.code ?? null, change.reason ?? change.detail ?? null);
    const moved = await retrying.write(() =>
      step ? store(db) : storeOutcome({ db, audit: deps.audit }, row, store),
    );
    const link = deps.linkOf(command.dockOID);
    if (moved && link) deps.changed(link, moved);
    return moved;
  };

  /** Also writes an error that is no refusal to the log. */
  const refusalOf = (error: unknown, command: Command): Refusal => {
    if (error instanceof Refusal) return error;
    runtime.log.error({ err: error, correlationId: command.oid }, 'command not carried out');
    return knownRefusal(error) ?? new Refusal('internal');
  };

  const notifyPlan = async (command: Command, refusal: Refusal): Promise<void> => {
    await retrying.write(async () => deps.plans[command.method].refused?.(command, refusal));
  };

  return {
    move,
    /** We refuse to send it. @returns the command as stored */
    async refuse(command: Command, error: unknown, from: readonly CommandState[]): Promise<Command | null> {
      const refusal = refusalOf(error, command);
      const { reason } = refusal;
      await notifyPlan(command, refusal);
      return move(command, from, {
        state: reason === 'expired' ? 'expired' : 'failed',
        reason,
        code: refusal.status,
        detail: JSON.stringify({ ...refusal.details.values, ...refusal.details.data }),
        sendingUntil: null,
      });
    },
    /** We stopped it between its steps: what was sent stays sent. */
    async stop(command: Command, refusal: Refusal, undone: string | null): Promise<Command | null> {
      await notifyPlan(command, refusal);
      return move(command, ['sent'], {
        state: 'failed',
        reason: refusal.reason,
        code: refusal.status,
        detail: JSON.stringify({ ...refusal.details.values, ...refusal.details.data, undone }),
        sendingUntil: null,
      });
    },
    refusalOf,
    /** Adds to the history of a command, with an audit row of its own. */
    note: (command: Command, row: AuditEntry, detail: string): Promise<unknown> =>
      retrying.write(() =>
        storeOutcome({ db, audit: deps.audit }, row, async (trx) => {
          await appendHistory(trx, command.oid, { at: runtime.serverTime(), state: command.state, detail });
          return true;
        }),
      ),
    /** Passes the outcome to the plan of the method. Never throws: the state is stored already. */
    async settle(link: DockLink, command: Command, state: CommandState, code: number | null): Promise<void> {
      try {
        await deps.plans[command.method].settled?.({ link, command, now: clock.mono() }, state, code);
      } catch (error) {
        runtime.log.error({ err: error, correlationId: command.oid }, 'consequence of a command not stored');
      }
    },
    /** Gives up writes that wait for the database. */
    end: (): void => retrying.stop(),
  };
};
export type CommandLife = ReturnType<typeof createCommandLife>;
