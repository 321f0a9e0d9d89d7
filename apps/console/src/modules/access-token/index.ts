export { EveryToken, OwnTokens } from './token-list.tsx';
