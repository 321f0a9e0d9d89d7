import { lazy } from 'react';

// Each comes when it is first shown: the sign-in page needs one of them and must not carry the others.
export const AuthenticatorSetUp = lazy(() => import('./authenticator-set-up.tsx'));
export const AuthenticatorCard = lazy(async () => ({
  default: (await import('./authenticator-card.tsx')).AuthenticatorCard,
}));
export const OnlineList = lazy(async () => ({ default: (await import('./online-list.tsx')).OnlineList }));
export const OwnSessions = lazy(async () => ({ default: (await import('./own-sessions.tsx')).OwnSessions }));
