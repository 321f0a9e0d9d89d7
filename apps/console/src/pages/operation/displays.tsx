import type { ReactNode } from 'react';
import { DisplayList } from '../../modules/cockpit/index.ts';

/** Screens that sign in as themselves. */
export default function DisplaysTab(): ReactNode {
  return <DisplayList />;
}
