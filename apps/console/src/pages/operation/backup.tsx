import type { ReactNode } from 'react';
import { KeptFiles } from '../../modules/operation/index.ts';

/** Backups of the whole instance. */
export default function BackupTab(): ReactNode {
  return <KeptFiles kind="backup" />;
}
