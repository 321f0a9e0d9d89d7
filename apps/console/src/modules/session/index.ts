import { lazyPart } from '../../platform/loading.ts';

// Each comes when it is first shown: the sign-in page needs one of them and must not carry the others.
export const AuthenticatorSetUp = lazyPart(() => import('./authenticator-set-up.tsx'));
export const AuthenticatorCard = lazyPart(async () => ({
  default: (await import('./authenticator-card.tsx')).AuthenticatorCard,
}));
export const OnlineList = lazyPart(async () => ({ default: (await import('./online-list.tsx')).OnlineList }));
export const OwnSessions = lazyPart(async () => ({
  default: (await import('./own-sessions.tsx')).OwnSessions,
}));
