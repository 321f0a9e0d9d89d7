import type { ReactNode } from 'react';
import { IntegrationKeys, OpenIdForm, OrganisationSettings } from '../../modules/organisation/index.ts';

/** By which rules and doors the members of the organisation sign in. */
export default function SignInTab(): ReactNode {
  return (
    <div className="organisation-cards">
      <OrganisationSettings />
      <OpenIdForm />
      <IntegrationKeys />
    </div>
  );
}
