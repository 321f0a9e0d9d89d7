import type { ReactNode } from 'react';
import { IntegrationKeys, OpenIdForm, OrganisationSettings } from '../../modules/organisation/index.ts';

/** The rules and ways by which the members of the organisation sign in. */
export default function SignInTab(): ReactNode {
  return (
    <div className="organisation-cards ey-grid ey-gap-16">
      <OrganisationSettings />
      <OpenIdForm />
      <IntegrationKeys />
    </div>
  );
}
