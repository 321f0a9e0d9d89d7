import { limits } from '@eyrie/domain';
import { proveLinks, type DockLink } from '../../modules/dock/index.ts';
import { createGatherer } from '../../platform/gather.ts';
import type { Runtime } from '../../platform/runtime.ts';

export interface Proof {
  /** A device spoke under the record of this link. */
  spoke(link: DockLink): void;
}

/**
 * Links are proved by the first message that counts: the broker takes none but from whoever signed in with the secret of
 * the record. What is stored decides, as a serial number may pass to another record at that very moment.
 */
export const createProof = (
  { db, clock, log, serverTime }: Pick<Runtime, 'db' | 'clock' | 'log' | 'serverTime'>,
  prove: typeof proveLinks = proveLinks,
): Proof => {
  const tried = new WeakMap<DockLink, number>();
  const gathered = createGatherer<string, boolean>({
    most: limits.gateway.claimsAtOnce,
    work: async (oids) => {
      const proved = new Set(await prove(db, oids, new Date(Math.round(serverTime()))));
      return oids.map((oid) => proved.has(oid));
    },
  });
  return {
    spoke(link) {
      if (link.dock.proved || !link.dock.bound) return;
      const now = clock.mono();
      if (now - (tried.get(link) ?? -Infinity) < limits.gateway.bindAgain) return;
      tried.set(link, now);
      gathered.add(link.dock.oid).then(
        (proved) => {
          if (proved) link.dock = { ...link.dock, proved };
        },
        (error: unknown) => {
          tried.delete(link);
          log.warn({ err: error }, 'whose a device is was not stored');
        },
      );
    },
  };
};
