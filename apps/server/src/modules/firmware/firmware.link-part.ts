import { limits } from '@eyrie/domain';
import { upgradeEvent } from '@eyrie/dji';
import type { LinkHost, LinkPart } from '../command/index.ts';
import type { FirmwareRoom } from './index.ts';

interface Needs {
  host: LinkHost;
  firmware: Pick<FirmwareRoom, 'gateway' | 'plans'>;
}

/** Upgrades: what docks report of them, and what the versions of their devices show. */
export const linkPart = ({ host, firmware: { gateway, plans } }: Needs) =>
  ({
    plans,
    events: {
      [upgradeEvent]: {
        from: 'device',
        async take(link, message) {
          await gateway.progressed(link, message);
          host.observe(link);
        },
      },
    },
    timers: [
      {
        name: 'firmware.compare',
        every: limits.firmware.lookEvery,
        once: 'instance',
        process: 'gateway',
        run: () => gateway.look(host.links(), host.observe),
      },
    ],
  }) satisfies LinkPart;
