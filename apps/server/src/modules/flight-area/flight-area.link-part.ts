import { limits } from '@eyrie/domain';
import { areaProgressEvent } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkHost, LinkPart } from '../command/index.ts';
import { flightAreaPlans, type FlightAreaGateway } from './flight-area.gateway.ts';

interface Needs {
  runtime: Runtime;
  host: LinkHost;
  areas: Pick<FlightAreaGateway, 'look' | 'progressed'>;
}

/** Custom flight areas of docks: those that wait are ordered, and what a dock reports of them is recorded. */
export const linkPart = ({ runtime, host, areas }: Needs) =>
  ({
    plans: flightAreaPlans(runtime),
    events: {
      [areaProgressEvent]: { from: 'any', take: (link, message) => areas.progressed(link, message) },
    },
    timers: [
      {
        name: 'flightArea.look',
        every: limits.flightArea.lookEvery,
        once: 'instance',
        process: 'gateway',
        run: () => areas.look(host.links()),
      },
    ],
  }) satisfies LinkPart;
