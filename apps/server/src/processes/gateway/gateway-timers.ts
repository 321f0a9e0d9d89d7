import type { CommandGateway, OrderOffering } from '../../modules/command/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { LinkParts } from './link-parts.ts';
import type { LinkTable } from './link-table.ts';
import type { Presence } from './presence.ts';

export interface GatewayTimersDependencies {
  table: LinkTable;
  presence: Presence;
  clocks: ClockWatch;
  commands: Pick<CommandGateway, 'observe'>;
  parts: Pick<LinkParts, 'tick'>;
  offers: Pick<OrderOffering, 'tick'>;
}

/** What passes without a word: docks fall silent, commands run out of time, flights end unheard. */
export const createGatewayTimers = (
  { clock }: Pick<Runtime, 'clock'>,
  { table, presence, clocks, commands, parts, offers }: GatewayTimersDependencies,
) => {
  let timer: NodeJS.Timeout | undefined;

  const checkDocks = (): void => {
    const now = clock.mono();
    for (const link of table.all()) {
      presence.check(link, now);
      // No aircraft takes off by the clock of a remote controller.
      if (!link.controller) clocks.check(link, now);
      commands.observe(link);
      parts.tick(link, now);
      // Last: by what everything before has found.
      offers.tick(link, now);
    }
  };

  return {
    start(): void {
      // A clock of the protocol: how long a dock may be silent, and an order unanswered, is counted by it.
      timer = setInterval(checkDocks, 1_000);
    },
    stop(): void {
      clearInterval(timer);
    },
  };
};
