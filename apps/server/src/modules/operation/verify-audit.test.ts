import { expect, it } from 'vitest';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import { verifyAudit } from './verify-audit.ts';

it('a check in the background is written down with the session and the address that asked for it', async () => {
  const rows: AuditEntry[] = [];
  const audit = {
    verify: async () => ({ whole: false, rows: 6, brokenAt: 7 }),
    write: async (_: unknown, entry: AuditEntry) => void rows.push(entry),
  } as unknown as AuditLog;
  const asked = { sessionOID: 'session', address: '192.0.2.1', correlationId: 'call' };
  const work = { groupRoot: 'root', ownerOID: 'member', progress: async () => undefined, oid: 'work' };
  const check = verifyAudit(audit, undefined as never);
  await check({ ...work, request: { asked } } as never);
  await check({ ...work, request: {} } as never);
  expect(rows).toMatchObject([
    { action: 'auditLog.verify', outcome: 'broken', memberOID: 'member', ...asked },
    { action: 'auditLog.verify', sessionOID: null, address: null, correlationId: null },
  ]);
});
