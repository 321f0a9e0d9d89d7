import type { auditLog as source } from '../zh-CN/audit-log.ts';
import type { Translation } from '../words.ts';

export const auditLog: Translation<typeof source> = {
  'auditLog.title': 'Audit log',
};
