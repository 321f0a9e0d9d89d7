import { limits } from '@eyrie/domain';
import { draftedCommands, readDrafted, type CommandGateway } from '../../modules/command/index.ts';
import { createGatherer } from '../../platform/gather.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkTable } from './link-table.ts';
import type { Takeover } from './takeover.ts';

export interface GatewayListenerDependencies {
  listen: Listen;
  table: LinkTable;
  commands: CommandGateway;
  takeover: Takeover;
  claims: { soon(): void };
}

/** Hears from the other servers what concerns the docks of this gateway: orders to carry out, records that changed. */
export const createGatewayListener = (
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  deps: GatewayListenerDependencies,
) => {
  const { listen, table, commands, takeover, claims } = deps;
  const stops: (() => Promise<void>)[] = [];

  const drafted = (payload: string): void => commands.drafted(readDrafted(payload));
  /** What was ordered while nobody listened. */
  const draftedMeanwhile = (): void => {
    draftedCommands(
      db,
      table.all().map((link) => link.dock.oid),
    )
      .then((all) => all.forEach((one) => commands.drafted(one)))
      .catch((error: unknown) => log.warn({ err: error }, 'drafted commands not read'));
  };
  const watchSent = (dockOIDs: readonly string[]): void => {
    commands
      .watchSent(dockOIDs.filter((oid) => table.all().some((link) => link.dock.oid === oid)))
      .catch((error: unknown) => log.warn({ err: error }, 'sent commands not read'));
  };
  /** What became of it while nobody listened. */
  const watchMeanwhile = (): void => watchSent(table.all().map((link) => link.dock.oid));
  const refreshed = createGatherer<string, boolean>({
    most: limits.gateway.claimsAtOnce,
    work: takeover.refresh,
  });
  const dockChanged = (oid: string): void => {
    refreshed.add(oid).then(
      (known) => {
        if (!known) claims.soon();
      },
      (error: unknown) => log.warn({ err: error }, 'dock not read again'),
    );
  };

  return {
    async start(): Promise<void> {
      stops.push(await listen('command_drafted', drafted, draftedMeanwhile));
      stops.push(await listen('command_sent', (dockOID) => watchSent([dockOID]), watchMeanwhile));
      stops.push(await listen('dock_changed', dockChanged, claims.soon));
      // Its docks are taken now, not at the next turn: every second counts for those that fly.
      stops.push(await listen('gateway_left', claims.soon));
    },
    async stop(): Promise<void> {
      for (const stop of stops.splice(0)) await stop();
    },
  };
};
