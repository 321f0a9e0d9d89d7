import type { ReactNode } from 'react';
import { HealthBoard } from '../../modules/operation/index.ts';

/** State of everything the organisation depends on, with the age of each measurement. */
export default function HealthTab(): ReactNode {
  return <HealthBoard />;
}
