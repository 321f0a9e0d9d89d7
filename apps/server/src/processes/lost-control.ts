import type { AuditLog } from '../modules/audit-log/index.ts';
import type { DockDirectory } from '../modules/dock/index.ts';
import type { LeaseService } from '../modules/lease/index.ts';
import type { NotificationRoom } from '../modules/notification/index.ts';
import type { Runtime } from '../platform/runtime.ts';

export interface ControlSweepDependencies {
  leases: Pick<LeaseService, 'sweep'>;
  directory: Pick<DockDirectory, 'find'>;
  audit: Pick<AuditLog, 'write'>;
  notifyHolders: NotificationRoom['notifyHolders'];
}

/** Frees leases that are over, and reports each by which a person lost control of an aircraft in the air. */
export const createControlSweep = (
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  { leases, directory, audit, notifyHolders }: ControlSweepDependencies,
) => {
  const reportLost = async (dockOID: string, groupRoot: string): Promise<void> => {
    await audit.write(db, {
      groupRoot,
      memberOID: null,
      sessionOID: null,
      address: null,
      dockOID,
      action: 'lease.lostInFlight',
      outcome: 'alarm',
      detail: {},
    });
    await notifyHolders(dockOID, 'dock:control', { kind: 'controlLostInFlight', level: 'alarm' });
  };
  return async (): Promise<void> => {
    for (const { dockOID, groupRoot } of await leases.sweep(
      async (oid) => directory.find(oid)?.groupRoot ?? null,
    ))
      await reportLost(dockOID, groupRoot)
        // The others are reported all the same.
        .catch((error: unknown) => log.error({ err: error, dock: dockOID }, 'loss of control not reported'));
  };
};
