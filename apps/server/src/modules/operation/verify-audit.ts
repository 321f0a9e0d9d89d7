import type { AuditLog } from '../audit-log/index.ts';
import type { WorkStep } from './work.service.ts';

/** Reads the whole chain of an organisation, however long; what came of it becomes a row of it. */
export const verifyAudit =
  (audit: AuditLog, db: Parameters<AuditLog['write']>[0]): WorkStep =>
  async ({ groupRoot, ownerOID, progress }) => {
    const verdict = await audit.verify(groupRoot, (read, all) => progress(read / all, 'reading'));
    await audit.write(db, {
      groupRoot,
      memberOID: ownerOID,
      action: 'auditLog.verify',
      outcome: verdict.whole ? 'done' : 'broken',
      detail: { rows: verdict.rows, brokenAt: verdict.brokenAt },
    });
    return { ...verdict };
  };
