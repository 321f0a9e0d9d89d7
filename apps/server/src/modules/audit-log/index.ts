export type { AuditEntry } from './audit-chain.ts';
export { auditLogEndpoints } from './audit-log.endpoints.ts';
export { createAuditLog, type AuditLog, type ChainVerdict } from './audit-log.service.ts';
export { auditedCaller } from './audited-caller.ts';
