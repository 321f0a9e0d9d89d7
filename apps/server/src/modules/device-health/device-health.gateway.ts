import type { HealthItem } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { clearOtherHealth, openHealth } from './device-health.store.ts';

/**
 * Keeps the health list of a device. Each message is the complete current list of its topic: what is missing
 * has cleared, also what was open before this server started. Rows are written only when the list changed.
 */
export const createDeviceHealthGateway = (runtime: Runtime) => {
  /** The list that stands in the database, by dock and device; a write that failed is not in it. */
  const written = new WeakMap<DockLink, Map<'dock' | 'drone', string>>();
  return {
    async listed(link: DockLink, device: 'dock' | 'drone', items: HealthItem[]): Promise<boolean> {
      link.hms[device] = items;
      const codes = items.map((item) => item.code);
      const list = codes
        .map((code) => code.toLowerCase())
        .toSorted()
        .join(' ');
      const known = written.get(link) ?? new Map<'dock' | 'drone', string>();
      written.set(link, known);
      if (known.get(device) === list) return false;
      const at = new Date(runtime.clock.wall());
      const { oid: dockOID, groupRoot, groupOID } = link.dock;
      for (const item of items)
        await openHealth(runtime.db, {
          oid: runtime.newOid(),
          groupRoot,
          groupOID,
          dockOID,
          droneOID: device === 'drone' ? link.dock.droneOID : null,
          flightOID: link.flightOID,
          device,
          item,
          at,
        });
      await clearOtherHealth(runtime.db, dockOID, device, codes, at);
      known.set(device, list);
      return true;
    },
  };
};
export type DeviceHealthGateway = ReturnType<typeof createDeviceHealthGateway>;
