import { randomUUID } from 'node:crypto';
import { limits, type RefusalReason } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { auditRow } from './command.audit.ts';
import type { Exchange } from './command.exchange.ts';
import type { CommandLife } from './command.life.ts';
import type { CommandPlans } from './command.plan.ts';
import type { Command } from './command.store.ts';

export interface UndoDependencies {
  audit: AuditLog;
  plans: CommandPlans;
  exchange: Exchange;
  life: Pick<CommandLife, 'note'>;
  /** Null: this gateway does not own the dock any more. */
  linkOf(dockOID: string): DockLink | null;
}

/** `unknown` when the dock kept silent, `failed` when nothing could be sent. */
export type UndoOutcome = 'accepted' | 'rejected' | 'unknown' | 'failed';

/**
 * Undoes what the earlier steps had the dock prepare. It needs neither lease nor fresh state, because it moves
 * nothing; without it the dock would keep a task that nobody ordered any more.
 */
export const createUndo = (runtime: Pick<Runtime, 'clock' | 'serverTime'>, deps: UndoDependencies) => {
  const send = async (
    link: DockLink,
    command: Command,
  ): Promise<{ outcome: UndoOutcome; code: number | null }> => {
    const step = deps.plans[command.method].undo?.({ link, command, now: runtime.clock.mono() });
    if (!step || deps.linkOf(command.dockOID) !== link) return { outcome: 'failed', code: null };
    // The command may have expired; its undo has a time of its own.
    const expiresAt = runtime.serverTime() + limits.command.ttl;
    const { sent, reply } = deps.exchange.send({ ...command, expiresAt }, link, step, randomUUID());
    try {
      await sent;
    } catch {
      return { outcome: 'failed', code: null };
    }
    const answer = await reply;
    if (answer === 'notDelivered') return { outcome: 'failed', code: null };
    if (!answer) return { outcome: 'unknown', code: null };
    return { outcome: answer.accepted ? 'accepted' : 'rejected', code: answer.result };
  };

  /** @returns null when an order to end it does that already */
  return async (link: DockLink, command: Command, reason: RefusalReason): Promise<UndoOutcome | null> => {
    if (!deps.plans[command.method].undo || reason === 'endOrdered') return null;
    const { outcome, code } = await send(link, command);
    const row = { ...auditRow(command, outcome, code, reason), action: 'command.undo' };
    await deps.life.note(command, row, `undo: ${outcome}`);
    return outcome;
  };
};
export type Undo = ReturnType<typeof createUndo>;
