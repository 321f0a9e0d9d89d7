import type { CallContext } from '../../platform/http/endpoint.ts';
import type { AuditEntry } from './audit-chain.ts';

/** Who calls, in the words of the audit log. */
export const auditedCaller = (
  context: CallContext,
): Pick<AuditEntry, 'groupRoot' | 'memberOID' | 'sessionOID' | 'address' | 'correlationId'> => ({
  groupRoot: context.caller.groupRoot,
  memberOID: context.caller.memberOID,
  sessionOID: context.caller.sessionOID,
  address: context.address,
  correlationId: context.correlationId,
});
