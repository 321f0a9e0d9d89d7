import type { CommandState } from '@eyrie/domain';
import { refusalOf as knownRefusal } from '../../platform/http/known-error.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { auditRow, storeFate } from './command.audit.ts';
import type { CommandPlans } from './command.plan.ts';
import { appendHistory } from './command.sending.store.ts';
import { commandByOid, moveCommand, notify, type Command, type CommandChange } from './command.store.ts';
import { createPatientWrite } from './patient-write.ts';

export interface LifeDependencies {
  audit: AuditLog;
  plans: CommandPlans;
  linkOf(dockOID: string): DockLink | null;
  /** After a change of state was stored: tells the screens. */
  changed(link: DockLink, command: Command): void;
}

/** A command's way from state to state: each is stored with its row of the audit log, and then told. */
export const createCommandLife = (runtime: Runtime, deps: LifeDependencies) => {
  const { db, clock } = runtime;
  const patient = createPatientWrite();

  /** Gives the command as it now stands; null when it was in none of the states `from` any more. */
  const move = async (
    command: Command,
    from: readonly CommandState[],
    change: Omit<CommandChange, 'at'>,
  ): Promise<Command | null> => {
    const at = runtime.serverTime();
    const store = async (trx: DbOrTrx): Promise<Command | null> => {
      if (!(await moveCommand(trx, command.oid, from, { ...change, at }))) return null;
      await notify(trx, 'command_changed', command.oid);
      return commandByOid(trx, command.oid);
    };
    // One row when it is written (authorised) and one when its fate is known; the steps between are its history.
    const step = change.state === 'sent' || change.state === 'in_progress';
    const row = auditRow(command, change.state, change.code ?? null, change.reason ?? change.detail ?? null);
    const moved = await patient.write(() =>
      step ? db.transaction().execute(store) : storeFate({ db, audit: deps.audit }, row, store),
    );
    const link = deps.linkOf(command.dockOID);
    if (moved && link) deps.changed(link, moved);
    return moved;
  };

  /** An error that is no refusal is written to the log beside it. */
  const refusalOf = (error: unknown, command: Command): Refusal => {
    if (error instanceof Refusal) return error;
    runtime.log.error({ err: error, correlationId: command.oid }, 'command not carried out');
    return knownRefusal(error) ?? new Refusal('internal');
  };

  const tellPlan = async (command: Command, refusal: Refusal): Promise<void> => {
    await patient.write(async () => deps.plans[command.method].refused?.(command, refusal));
  };

  return {
    move,
    /** It does not leave, for a reason of ours. Gives the command as it now stands. */
    async refuse(command: Command, error: unknown, from: readonly CommandState[]): Promise<Command | null> {
      const refusal = refusalOf(error, command);
      const { reason } = refusal;
      await tellPlan(command, refusal);
      return move(command, from, {
        state: reason === 'expired' ? 'expired' : 'failed',
        reason,
        code: refusal.status,
        detail: JSON.stringify({ ...refusal.details.values, ...refusal.details.data }),
        sendingUntil: null,
      });
    },
    /** It was stopped between its steps, for a reason of ours: what was sent stays sent. */
    async stop(command: Command, refusal: Refusal, undone: string | null): Promise<Command | null> {
      await tellPlan(command, refusal);
      return move(command, ['sent'], {
        state: 'failed',
        reason: refusal.reason,
        code: refusal.status,
        detail: JSON.stringify({ ...refusal.details.values, ...refusal.details.data, undone }),
        sendingUntil: null,
      });
    },
    refusalOf,
    /** Adds to the history of a command, with a row of the audit log of its own. */
    note: (command: Command, row: AuditEntry, detail: string): Promise<unknown> =>
      patient.write(() =>
        storeFate({ db, audit: deps.audit }, row, async (trx) => {
          await appendHistory(trx, command.oid, { at: runtime.serverTime(), state: command.state, detail });
          return true;
        }),
      ),
    /** Tells the room of the method what became of its command. Never throws: the state itself is stored already. */
    async settle(link: DockLink, command: Command, state: CommandState, code: number | null): Promise<void> {
      try {
        await deps.plans[command.method].settled?.({ link, command, now: clock.mono() }, state, code);
      } catch (error) {
        runtime.log.error({ err: error, correlationId: command.oid }, 'consequence of a command not stored');
      }
    },
    /** Gives up what still waits for a database that is away. */
    end: (): void => patient.stop(),
  };
};
export type CommandLife = ReturnType<typeof createCommandLife>;
