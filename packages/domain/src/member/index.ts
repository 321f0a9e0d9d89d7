export * from './password.ts';
export * from './member.calls.ts';
