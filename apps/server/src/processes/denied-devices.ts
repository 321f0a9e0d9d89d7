import { dockOfSn } from '../modules/dock/index.ts';
import type { AuditLog } from '../modules/audit-log/index.ts';
import type { ClientNotice, DenialNotice, EmbeddedBroker } from '../platform/mqtt/index.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Writes down what the embedded broker denied to devices, or to whoever used their names. @returns a stop */
export const auditDenials = (
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  broker: EmbeddedBroker | null,
  audit: Pick<AuditLog, 'enqueuePending'>,
): (() => void) => {
  const hear = (notice: DenialNotice | ClientNotice): void => {
    if (!('denied' in notice)) return;
    const { denied, sn, address, topic, count } = notice;
    dockOfSn(db, sn)
      .catch(() => null)
      .then((dock) =>
        audit.enqueuePending({
          groupRoot: dock?.groupRoot ?? null,
          dockOID: dock?.oid ?? null,
          address,
          action: 'device.denied',
          outcome: 'refused',
          detail: { sn, reason: denied, count, ...(topic === undefined ? {} : { topic }) },
        }),
      )
      .catch((err: unknown) => log.error({ err }, 'a denial was not written down'));
  };
  broker?.events.on('event', hear);
  return () => void broker?.events.off('event', hear);
};
