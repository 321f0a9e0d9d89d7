import { toHealthItems } from '@eyrie/dji';
import type { LinkHost, LinkPart } from '../command/index.ts';
import type { DeviceHealthGateway } from './device-health.gateway.ts';
import type { DeviceLogGateway } from './device-log.gateway.ts';
import type { Unusable } from './unusable.gateway.ts';

interface Needs {
  host: Pick<LinkHost, 'touch'>;
  health: DeviceHealthGateway;
  logs: Pick<DeviceLogGateway, 'timers' | 'flush'>;
  unusable: Pick<Unusable, 'timers' | 'flush'>;
}

/** Health of devices: the lists that they report, and the log of their messages, which is written beside these. */
export const linkPart = ({ host, health, logs, unusable }: Needs) =>
  ({
    events: {
      hms: {
        from: 'any',
        controllers: true,
        async take(link, message, { sn, at }) {
          const owner = sn === link.dock.sn ? 'dock' : 'drone';
          const items = toHealthItems(message.data, owner);
          if (items && (await health.listed(link, owner, items, at))) host.touch(link, 'dock');
        },
      },
    },
    timers: [...unusable.timers, ...logs.timers],
    async flush() {
      await unusable.flush();
      await logs.flush();
    },
  }) satisfies LinkPart;
