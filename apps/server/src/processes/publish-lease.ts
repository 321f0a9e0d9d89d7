import { encodeLive, isHeld, liveTopics } from '@eyrie/domain';
import type { LeaseListener } from '../modules/lease/index.ts';
import type { BrokerClient } from '../platform/mqtt/index.ts';
import type { Runtime } from '../platform/runtime.ts';

type LeaseEvent = Parameters<LeaseListener>;

/** Publishes a change of control to both screens, through the broker, so that it reaches every instance. */
export const publishLease = (
  broker: BrokerClient,
  runtime: Runtime,
  target: LeaseEvent[0],
  change: LeaseEvent[1],
): void => {
  const { lease } = change;
  const now = runtime.serverTime();
  const held = isHeld(lease, now);
  const payload = encodeLive(
    'controlChange',
    target.dockOID,
    {
      kind: change.kind,
      lease: {
        control: target.control,
        epoch: lease.epoch,
        holder:
          held && lease.holder
            ? { oid: lease.holder.memberOID, name: lease.holderName ?? '–', tabId: lease.holder.tabId }
            : null,
        expiresAt: held ? lease.expiresAt : null,
        asker: lease.asker
          ? {
              oid: lease.asker.memberOID,
              name: lease.askerName ?? '–',
              tabId: lease.asker.tabId,
              until: lease.asker.until,
            }
          : null,
        reason: change.reason,
      },
      command: null,
      flightOID: null,
    },
    now,
  );
  broker
    .publish(liveTopics.controlChange.topic(target.groupRoot, target.dockOID), payload, { qos: 0 })
    .catch((error: unknown) => runtime.log.debug({ err: error }, 'change of control not published'));
};
