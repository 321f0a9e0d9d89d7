/** Who did what. */
export const auditLog = {
  'auditLog.title': '审计日志',
} as const;
