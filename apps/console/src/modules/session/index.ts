export { AuthenticatorCard } from './authenticator-card.tsx';
export { OnlineList } from './online-list.tsx';
export { OwnSessions } from './own-sessions.tsx';
