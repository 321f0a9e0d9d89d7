export const auditLogCalls = {};
