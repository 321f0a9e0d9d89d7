import { limits, type CommandMethod } from '@eyrie/domain';
import type { AuditLog } from '../modules/audit-log/index.ts';
import { provedElsewhere } from '../modules/dock/index.ts';
import type { NotificationRoom } from '../modules/notification/index.ts';
import type { Runtime } from '../platform/runtime.ts';

interface StrangerOrderDependencies {
  audit: Pick<AuditLog, 'write'>;
  notifyHolders: NotificationRoom['notifyHolders'];
}

/** Devices of which it is remembered when they were last reported. */
const remembered = 10_000;

/**
 * Whoever owns a device is told that another organisation, whose record has the same serial number, tried to order it.
 * Nothing was sent. Which organisation it was is not told.
 */
export const createStrangerOrders = (
  { db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>,
  { audit, notifyHolders }: StrangerOrderDependencies,
  ownerOf: typeof provedElsewhere = provedElsewhere,
) => {
  const reportedAt = new Map<string, number>();

  const report = async (dockOID: string, method: CommandMethod): Promise<void> => {
    const owner = await ownerOf(db, dockOID);
    if (!owner) return;
    await db.transaction().execute((trx) =>
      audit.write(trx, {
        groupRoot: owner.groupRoot,
        memberOID: null,
        sessionOID: null,
        address: null,
        dockOID: owner.oid,
        action: 'dock.orderedElsewhere',
        outcome: 'refused',
        detail: { method },
      }),
    );
    await notifyHolders(owner.oid, 'dock:edit', { kind: 'orderedElsewhere', level: 'alarm' });
  };

  return (dockOID: string, method: CommandMethod): void => {
    const now = clock.mono();
    // A program that tries again and again would fill the owner's log.
    if (now - (reportedAt.get(dockOID) ?? -Infinity) < limits.dock.twinReportEvery) return;
    reportedAt.delete(dockOID);
    reportedAt.set(dockOID, now);
    const [oldest] = reportedAt.keys();
    if (reportedAt.size > remembered && oldest !== undefined) reportedAt.delete(oldest);
    report(dockOID, method).catch((error: unknown) =>
      log.error({ err: error, dockOID }, 'an order by another organisation was not notified'),
    );
  };
};
