import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { endLinks, followDevices, serialsOf } from './device-link.store.ts';
import { requireLinksIdle } from './dock.removal.ts';

/** The sign-ins of devices, changed together with their records. */
export const deviceLinks = {
  follow: followDevices,
  serialsOf,
  /** @throws Refusal while somebody controls one, or an order to it has no outcome */
  async end(
    trx: DbOrTrx,
    oids: readonly string[],
    { at, caller }: { at: Date; caller: Caller },
  ): Promise<void> {
    await requireLinksIdle(trx, caller, oids, at.getTime());
    await endLinks(trx, oids, at);
  },
};
