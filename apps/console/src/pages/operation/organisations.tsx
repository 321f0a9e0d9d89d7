import type { ReactNode } from 'react';
import { OrganisationList } from '../../modules/organisation/index.ts';

/** Organisations of the instance. */
export default function OrganisationsTab(): ReactNode {
  return <OrganisationList />;
}
