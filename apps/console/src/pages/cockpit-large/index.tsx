import type { ReactNode } from 'react';
import { HandOver } from '../../modules/cockpit/index.ts';

export default function CockpitPage(): ReactNode {
  return <HandOver route="/CockpitLarge" />;
}
