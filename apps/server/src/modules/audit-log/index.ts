export type { AuditEntry } from './audit-chain.ts';
export { auditLogEndpoints } from './audit-log.endpoints.ts';
export { createAuditLog, type AuditLog, type AuditLogs } from './audit-log.service.ts';
export type { LogVerdict } from './audit-verify.ts';
export { overridesBecauseOf } from './override-reason.store.ts';
export { auditedRequest } from './audited-request.ts';
