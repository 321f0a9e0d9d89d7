import type { ReactNode } from 'react';
import { AuthenticatorCard, OwnSessions } from '../../modules/session/index.ts';

/** Where one is signed in, and the second step of the sign-in. */
export default function SessionsTab(): ReactNode {
  return (
    <div className="ey-grid ey-gap-16">
      <OwnSessions />
      <AuthenticatorCard />
    </div>
  );
}
