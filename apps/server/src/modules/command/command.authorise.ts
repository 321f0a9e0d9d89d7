import { randomUUID } from 'node:crypto';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { auditRow } from './command.audit.ts';
import { noteBefore } from './command.before.ts';
import { whileItLives } from './command.deadline.ts';
import type { Fence } from './command.fence.ts';
import type { CommandLife } from './command.life.ts';
import type { Judgement } from './command.plan.ts';
import { refuseByState, type StateRuleDependencies } from './command.state-rules.ts';
import { commandByOid, lockCommand, moveCommand, notify, type Command } from './command.store.ts';

export interface AuthoriserDependencies extends StateRuleDependencies {
  audit: AuditLog;
  fence: Fence;
  life: Pick<CommandLife, 'refuse'>;
  /** After a change of state was stored: tells the screens. */
  changed(link: DockLink, command: Command): void;
}

/** Everything that must hold before a command may leave; what does not refuses it by name. */
export const createAuthoriser = (runtime: Runtime, deps: AuthoriserDependencies) => {
  const { db, clock } = runtime;

  const authoriseIn = async (
    trx: DbOrTrx,
    link: DockLink,
    command: Command,
    judge: Judgement | undefined,
  ): Promise<{ nothingToSend: string } | null> => {
    if (deps.fence.expired(command)) throw new Refusal('expired');
    refuseByState({ link, command, now: clock.mono() }, deps);
    await deps.fence.hold(trx, link, command);
    const outcome = await judge?.(trx, { link, command, now: clock.mono() });
    const at = runtime.serverTime();
    await moveCommand(trx, command.oid, ['drafted'], {
      state: 'authorised',
      at,
      tid: randomUUID(),
      note: noteBefore(link, clock.mono()),
    });
    if (outcome)
      await moveCommand(trx, command.oid, ['authorised'], {
        state: 'succeeded',
        at,
        detail: outcome.nothingToSend,
        code: 0,
      });
    await deps.audit.write(trx, auditRow(command, outcome ? 'succeeded' : 'authorised', null, null));
    return outcome ?? null;
  };

  /** drafted → authorised, or a settled refusal. Null when there is nothing to send. */
  return async (link: DockLink, oid: string): Promise<Command | null> => {
    const command = await commandByOid(db, oid);
    // Another look at the drafted commands was quicker.
    if (command?.state !== 'drafted') return null;
    try {
      const reading = deps.plans[command.method].authorise?.({ link, command, now: clock.mono() });
      const judge = reading && (await whileItLives(runtime, command, reading));
      const outcome = await db.transaction().execute(async (trx) => {
        const locked = await lockCommand(trx, oid);
        if (locked?.state !== 'drafted') return 'notMine';
        return authoriseIn(trx, link, locked, judge);
      });
      if (outcome === 'notMine') return null;
      const stored = await commandByOid(db, oid);
      if (!stored || !outcome) return stored;
      await notify(db, 'command_changed', oid);
      deps.changed(link, stored);
      return null;
    } catch (error) {
      // Not sent, and nothing can be written: it is judged again, or has expired, when the database is back.
      if (isDatabaseDown(error)) throw error;
      await deps.life.refuse(command, error, ['drafted']);
      return null;
    }
  };
};
