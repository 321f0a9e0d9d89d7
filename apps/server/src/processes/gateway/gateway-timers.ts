import { limits } from '@eyrie/domain';
import type { CommandGateway } from '../../modules/command/index.ts';
import type { FirmwareGateway } from '../../modules/firmware/index.ts';
import type { FlightGateway } from '../../modules/flight/index.ts';
import type { FlightAreaGateway } from '../../modules/flight-area/index.ts';
import type { ControllerGateway } from '../../modules/remote-controller/index.ts';
import type { VideoGateway } from '../../modules/video/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
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
  firmware: Pick<FirmwareGateway, 'look'>;
}

/** What passes without a word: docks fall silent, commands run out of time, flights end unheard, viewers leave. */
export const createGatewayTimers = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  {
    table,
    presence,
    clocks,
    commands,
    flights,
    video,
    controllers,
    areas,
    firmware,
  }: GatewayTimersDependencies,
) => {
  let timer: NodeJS.Timeout | undefined;

  const checkDocks = (): void => {
    const now = clock.mono();
    for (const link of table.all()) {
      presence.check(link, now);
      // No aircraft takes off by the clock of a remote controller.
      if (!link.controller) clocks.check(link, now);
      controllers.check(link, now);
      commands.observe(link);
      if (flights.isOpen(link))
        flights
          .reconcile(link, now)
          .catch((error: unknown) => log.warn({ err: error }, 'flight not reconciled'));
    }
  };
  const sweepVideo = async (): Promise<void> => {
    const now = clock.mono();
    const watched = [...table.all()].filter((link) => link.livePushing.size > 0);
    const swept = await Promise.allSettled(watched.map((link) => video.sweep(link, now)));
    for (const one of swept) if (one.status === 'rejected') throw one.reason;
  };

  const timers: readonly Timer[] = [
    { name: 'video.sweep', every: 5_000, once: 'instance', process: 'gateway', run: sweepVideo },
    {
      name: 'flightArea.look',
      every: limits.flightArea.lookEvery,
      once: 'instance',
      process: 'gateway',
      run: () => areas.look([...table.all()]),
    },
    {
      name: 'firmware.compare',
      every: limits.firmware.lookEvery,
      once: 'instance',
      process: 'gateway',
      run: () => firmware.look([...table.all()], commands.observe),
    },
  ];

  return {
    timers,
    start(): void {
      // A clock of the protocol: how long a dock may be silent, and an order unanswered, is counted by it.
      timer = setInterval(checkDocks, 1_000);
    },
    stop(): void {
      clearInterval(timer);
    },
  };
};
