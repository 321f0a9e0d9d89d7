import type { HealthItem } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { clearHealth, openHealth } from './device-health.store.ts';
import type { DockLink } from '../dock/index.ts';

/**
 * Keeps the health list of a device. Each message is the complete current list of its topic: what is missing
 * has cleared. Rows are written only when something appeared or went.
 */
export const createDeviceHealthGateway = (runtime: Runtime) => ({
  async listed(link: DockLink, topic: 'dock' | 'drone', items: HealthItem[]): Promise<boolean> {
    const before = link.hms[topic];
    link.hms[topic] = items;
    const key = (item: HealthItem): string => item.code.toLowerCase();
    const had = new Map(before.map((item) => [key(item), item]));
    const has = new Set(items.map(key));
    const appeared = items.filter((item) => !had.has(key(item)));
    const gone = before.filter((item) => !has.has(key(item)));
    if (appeared.length === 0 && gone.length === 0) return false;
    const at = new Date(runtime.clock.wall());
    for (const item of appeared)
      await openHealth(runtime.db, {
        oid: runtime.newOid(),
        groupRoot: link.dock.groupRoot,
        groupOID: link.dock.groupOID,
        dockOID: link.dock.oid,
        device: topic,
        item,
        at,
      });
    await clearHealth(
      runtime.db,
      link.dock.oid,
      topic,
      gone.map((item) => item.code),
      at,
    );
    return true;
  },
});
export type DeviceHealthGateway = ReturnType<typeof createDeviceHealthGateway>;
