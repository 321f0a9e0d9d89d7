import type { ReactNode } from 'react';
import { StoredFiles } from '../../modules/operation/index.ts';

/** One file that helps to find a fault. */
export default function DiagnosisTab(): ReactNode {
  return <StoredFiles kind="diagnosis" />;
}
