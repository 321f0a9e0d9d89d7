import type { ReactNode } from 'react';
import { AuditList } from '../../modules/audit-log/index.ts';

/** Who did what in the organisation. */
export default function AuditTab(): ReactNode {
  return <AuditList />;
}
