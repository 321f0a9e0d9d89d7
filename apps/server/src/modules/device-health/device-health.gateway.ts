import type { HealthItem } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { clearOtherHealth, openHealth } from './device-health.store.ts';

/**
 * Keeps the health list of a device. Each message is the complete current list of its topic: what is missing
 * has cleared, also what was open before this server started. Rows are written only when the list changed.
 */
export const createDeviceHealthGateway = (runtime: Runtime) => {
  /** The list that stands in the database, by dock and topic; a write that failed is not in it. */
  const written = new WeakMap<DockLink, Map<'dock' | 'drone', string>>();
  return {
    /**
     * @param heardOn whose topic the list came on: it may name the other device too
     * @param receivedAt when it came, monotonic ms: the pre-flight check asks how old it is
     */
    async listed(
      link: DockLink,
      heardOn: 'dock' | 'drone',
      items: HealthItem[],
      receivedAt: number,
    ): Promise<boolean> {
      link.hms[heardOn] = items;
      if (heardOn === 'dock') link.hmsAt = receivedAt;
      const codes = items.map((item) => item.code);
      const list = items
        .map(
          (item) => `${item.device} ${item.code} ${item.level} ${item.inTheSky} ${JSON.stringify(item.args)}`,
        )
        .toSorted()
        .join('\n');
      const known = written.get(link) ?? new Map<'dock' | 'drone', string>();
      written.set(link, known);
      if (known.get(heardOn) === list) return false;
      const at = new Date(runtime.clock.wall());
      const { oid: dockOID, groupRoot, groupOID, droneOID } = link.dock;
      for (const item of items) {
        const device = item.device === 'other' ? heardOn : item.device;
        await openHealth(runtime.db, {
          oid: runtime.newOid(),
          groupRoot,
          groupOID,
          dockOID,
          droneOID: device === 'drone' ? droneOID : null,
          flightOID: link.flightOID,
          heardOn,
          device,
          item,
          at,
        });
      }
      await clearOtherHealth(runtime.db, dockOID, heardOn, codes, at);
      known.set(heardOn, list);
      return true;
    },
  };
};
export type DeviceHealthGateway = ReturnType<typeof createDeviceHealthGateway>;
