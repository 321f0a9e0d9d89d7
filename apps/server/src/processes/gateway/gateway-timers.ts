import { limits } from '@eyrie/domain';
import type { CommandGateway } from '../../modules/command/index.ts';
import type { FlightGateway } from '../../modules/flight/index.ts';
import type { FlightAreaGateway } from '../../modules/flight-area/index.ts';
import type { ControllerGateway } from '../../modules/remote-controller/index.ts';
import type { VideoGateway } from '../../modules/video/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { LinkTable } from './link-table.ts';
import type { Presence } from './presence.ts';

export interface GatewayTimersDependencies {
  table: LinkTable;
  presence: Presence;
  clocks: ClockWatch;
  commands: CommandGateway;
  flights: FlightGateway;
  video: VideoGateway;
  controllers: Pick<ControllerGateway, 'check'>;
  areas: Pick<FlightAreaGateway, 'look'>;
}

/** What passes without a word: docks fall silent, commands run out of time, flights end unheard, viewers leave. */
export const createGatewayTimers = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  { table, presence, clocks, commands, flights, video, controllers, areas }: GatewayTimersDependencies,
) => {
  const timers: NodeJS.Timeout[] = [];

  const checkDocks = (): void => {
    const now = clock.mono();
    for (const link of table.all()) {
      presence.check(link, now);
      // No aircraft takes off by the clock of a remote controller.
      if (!link.controller) clocks.check(link, now);
      controllers.check(link, now);
      commands.observe(link);
      if (link.flightOID)
        flights
          .reconcile(link, now)
          .catch((error: unknown) => log.warn({ err: error }, 'flight not reconciled'));
    }
  };
  const sweepVideo = (): void => {
    const now = clock.mono();
    for (const link of table.all())
      if (link.livePushing.size > 0)
        video.sweep(link, now).catch((error: unknown) => log.warn({ err: error }, 'viewers not counted'));
  };

  const lookAtAreas = (): void => {
    areas
      .look([...table.all()])
      .catch((error: unknown) => log.warn({ err: error }, 'flight areas not looked at'));
  };

  return {
    start(): void {
      timers.push(
        setInterval(checkDocks, 1_000),
        setInterval(sweepVideo, 5_000),
        setInterval(lookAtAreas, limits.flightArea.lookEvery),
      );
    },
    stop(): void {
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
  };
};
