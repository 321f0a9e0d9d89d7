import { commandRules, limits, type CommandState } from '@eyrie/domain';
import type { Db } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { watchedStates } from './command.endings.ts';
import type { Fence } from './command.fence.ts';
import type { CommandLife } from './command.life.ts';
import { openCommands, startsUnresolved } from './command.open.store.ts';
import type { Command } from './command.store.ts';
import type { Watches } from './command.watch.ts';

export interface TakeoverDependencies {
  db: Db;
  serverTime(): number;
  fence: Pick<Fence, 'expired'>;
  life: Pick<CommandLife, 'move'>;
  watches: Pick<Watches, 'watch'>;
}

/** Stored as being sent, without an outcome. */
const maybeSent: readonly CommandState[] = ['authorised', 'sent'];

/** Sent so recently that the dock may still be carrying it out. */
const isRecent = ({ method, sentAt }: Command, now: number): boolean =>
  sentAt !== null && now - sentAt <= commandRules[method].ack + limits.command.resolveFor;

/** Takes over the commands of a dock from the gateway that owned it before. */
export const createCommandTakeover = ({ db, serverTime, fence, life, watches }: TakeoverDependencies) => {
  const takeOver = async (command: Command): Promise<void> => {
    if (command.state === 'drafted' && fence.expired(command))
      await life.move(command, ['drafted'], { state: 'expired', reason: 'expired', code: 409 });
    if (watchedStates.includes(command.state)) watches.watch(command);
    if (!maybeSent.includes(command.state)) return;
    const unknown = await life.move(command, maybeSent, {
      state: 'unknown',
      reason: 'deviceSilent',
      detail: 'restart',
    });
    if (unknown) watches.watch(unknown);
  };

  /**
   * Commands that the earlier owner may have sent become `unknown`; those never sent expire. Nothing is sent.
   * @returns the docks with an unresolved command
   */
  return async (links: readonly DockLink[]): Promise<Set<DockLink>> => {
    const byOID = new Map(links.map((link) => [link.dock.oid, link]));
    // A start with an unknown outcome may have put the aircraft into the air, however long ago it was.
    const unresolved = await startsUnresolved(db, [...byOID.keys()]);
    for (const command of await openCommands(db, [...byOID.keys()])) {
      const watched = watchedStates.includes(command.state) && isRecent(command, serverTime());
      if (watched || maybeSent.includes(command.state)) unresolved.add(command.dockOID);
      await takeOver(command);
    }
    return new Set(links.filter(({ dock }) => unresolved.has(dock.oid)));
  };
};
