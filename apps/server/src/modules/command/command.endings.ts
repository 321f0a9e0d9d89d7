import { commandRules, mayMove, refusalStatus, type CommandState, type RefusalReason } from '@eyrie/domain';
import type { Db } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import type { CommandLife } from './command.life.ts';
import type { DeviceAnswer } from './command.exchange.ts';
import { commandByOid, type Command } from './command.store.ts';
import type { Undo } from './command.undo.ts';
import { notShown, type Watches } from './command.watch.ts';

export interface EndingDependencies {
  db: Db;
  life: CommandLife;
  watches: Watches;
  undo: Undo;
}

/** States of a command whose outcome the dock has not shown yet. */
export const watchedStates: readonly CommandState[] = ['accepted', 'in_progress', 'unknown', 'accepted_late'];
/** From which states a watched command may move. A late answer, or what the dock shows next, may be stored first. */
const watchedBefore = (to: CommandState): CommandState[] =>
  watchedStates.filter((state) => mayMove(state, to));

/** The refusal that an answer of a device is: by its own number, or by its own words. */
const refusalIn = ({ result, reason, text }: DeviceAnswer) =>
  reason
    ? { code: refusalStatus[reason], reason, detail: JSON.stringify({ text: text ?? '' }) }
    : { code: result, reason: 'deviceRefused' as const };

/** The possible ends of an authorised command: each is stored and passed to its plan, and watched while it is open. */
export const createEndings = ({ db, life, watches, undo }: EndingDependencies) => ({
  /** There was nothing to send: it has succeeded already. */
  nothing: (link: DockLink, command: Command): Promise<void> => life.settle(link, command, 'succeeded', 0),

  /** It was not sent or not delivered. */
  async refused(link: DockLink, command: Command, error: unknown): Promise<void> {
    const stored = await life.refuse(command, error, ['drafted', 'authorised', 'sent']);
    if (stored) await life.settle(link, stored, 'failed', null);
  },

  /** Its next step was not sent: what the earlier steps prepared is undone. */
  async stopped(link: DockLink, command: Command, error: unknown): Promise<void> {
    const refusal = life.refusalOf(error, command);
    const undone = await undo(link, command, refusal.reason);
    const stored = await life.stop(command, refusal, undone);
    if (stored) await life.settle(link, stored, 'failed', null);
  },

  /** The dock took every step. */
  async accepted(link: DockLink, command: Command): Promise<void> {
    const state: CommandState = commandRules[command.method].tracked ? 'accepted' : 'succeeded';
    const stored = await life.move(command, ['sent', 'authorised'], { state, code: 0 });
    if (!stored) return;
    if (state === 'accepted') watches.watch(stored);
    await life.settle(link, stored, state, 0);
    watches.observe(link);
  },

  async rejected(link: DockLink, command: Command, answer: DeviceAnswer): Promise<void> {
    const refusal = refusalIn(answer);
    const rejected = await life.move(command, ['sent', 'authorised'], { state: 'rejected', ...refusal });
    await life.settle(link, rejected ?? command, 'rejected', refusal.code);
  },

  /** No answer in time. It is never sent again: the dock's own state will show the outcome. */
  async silent(link: DockLink, command: Command): Promise<void> {
    const unknown = await life.move(command, ['sent', 'authorised'], {
      state: 'unknown',
      reason: 'deviceSilent',
      code: 504,
    });
    if (!unknown) return;
    watches.watch(unknown);
    await life.settle(link, unknown, 'unknown', null);
    // The message that shows the outcome may have come before the watch began.
    watches.observe(link);
  },

  /** An answer after its time. */
  async late(oid: string, reply: DeviceAnswer): Promise<void> {
    const command = await commandByOid(db, oid);
    if (!command) return;
    if (reply.accepted) {
      const accepted = await life.move(command, ['unknown'], { state: 'accepted_late', code: 0 });
      // It is known to have arrived, so less is needed to confirm it.
      if (accepted) watches.watch(accepted);
    } else
      await life.move(command, ['unknown'], {
        state: 'failed',
        detail: 'late',
        ...refusalIn(reply),
      });
  },

  /** The dock showed it, or its time to show it is over. */
  async shown(
    link: DockLink,
    command: Command,
    to: CommandState,
    { detail, reason }: { detail: string; reason?: RefusalReason },
  ): Promise<void> {
    if (detail === notShown) {
      await life.move(command, ['unknown'], { state: 'unknown', detail });
      return;
    }
    const moved = await life.move(command, watchedBefore(to), {
      state: to,
      detail,
      ...(reason ? { reason } : {}),
    });
    if (moved) await life.settle(link, moved, to, moved.code);
  },
});
export type Endings = ReturnType<typeof createEndings>;
