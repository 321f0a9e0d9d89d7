import type { ReactNode } from 'react';
import { KeptFiles } from '../../modules/operation/index.ts';

/** One file that helps to find a fault. */
export default function DiagnosisTab(): ReactNode {
  return <KeptFiles kind="diagnosis" />;
}
