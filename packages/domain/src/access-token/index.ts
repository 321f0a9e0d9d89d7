export * from './access-token.calls.ts';
export { accessTokenMark, isAccessToken, isOpenToTokens } from './token-rule.ts';
