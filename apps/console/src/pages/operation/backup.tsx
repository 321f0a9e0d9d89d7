import type { ReactNode } from 'react';
import { StoredFiles } from '../../modules/operation/index.ts';

/** Backups of the whole instance. */
export default function BackupTab(): ReactNode {
  return <StoredFiles kind="backup" />;
}
