export * from './password.ts';
export * from './phone.ts';
export * from './member.calls.ts';
