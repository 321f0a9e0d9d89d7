import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { WorkStep } from './work-attempt.ts';

/** Session, address and trace of the call that asked for the check; it has ended long before the check does. */
const askedFrom = (asked: unknown): Pick<AuditEntry, 'sessionOID' | 'address' | 'correlationId'> => {
  const { sessionOID, address, correlationId } = (asked ?? {}) as Record<string, unknown>;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { sessionOID: text(sessionOID), address: text(address), correlationId: text(correlationId) };
};

/** Reads both chains, however long: the organisation's, or those of no organisation. What came of it becomes a row. */
export const verifyAudit =
  (audit: AuditLog, db: Parameters<AuditLog['write']>[0]): WorkStep =>
  async ({ groupRoot, ownerOID, request, progress }) => {
    const unowned = request['unowned'] === true;
    const { whole, ...found } = await audit.verify(unowned ? null : groupRoot, (read, all) =>
      progress(read / all, 'reading'),
    );
    await audit.write(db, {
      groupRoot,
      memberOID: ownerOID,
      ...askedFrom(request['asked']),
      action: 'auditLog.verify',
      outcome: whole ? 'done' : 'broken',
      detail: { ...(unowned ? { unowned } : {}), ...found },
    });
    return { whole, ...found };
  };
