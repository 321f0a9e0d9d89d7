import type { ReactNode } from 'react';
import { WorkList } from '../../modules/operation/index.ts';

/** What the instance does in the background, and what became of it. */
export default function WorkTab(): ReactNode {
  return <WorkList />;
}
