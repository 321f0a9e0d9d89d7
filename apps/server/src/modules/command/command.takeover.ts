import type { CommandState } from '@eyrie/domain';
import type { Db } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { watchedStates } from './command.endings.ts';
import type { Fence } from './command.fence.ts';
import type { CommandLife } from './command.life.ts';
import { openCommands, type Command } from './command.store.ts';
import type { Watches } from './command.watch.ts';

export interface TakeoverDependencies {
  db: Db;
  fence: Pick<Fence, 'expired'>;
  life: Pick<CommandLife, 'move'>;
  watches: Pick<Watches, 'watch'>;
}

/** Written down as leaving, without a word of what came of it. */
const maybeSent: readonly CommandState[] = ['authorised', 'sent'];

/** Takes over the commands of a dock from whoever spoke to it before. */
export const createCommandTakeover = ({ db, fence, life, watches }: TakeoverDependencies) => {
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
   * Commands that the earlier owner may have sent are `unknown`, those never sent have expired. Nothing is sent.
   * @returns whether something is unresolved
   */
  return async (link: DockLink): Promise<boolean> => {
    let unresolved = false;
    for (const command of await openCommands(db, link.dock.oid)) {
      await takeOver(command);
      if (maybeSent.includes(command.state)) unresolved = true;
    }
    return unresolved;
  };
};
