export * from './account.ts';
export * from './display.ts';
export * from './password.ts';
export * from './phone.ts';
export * from './member.ts';
export * from './member-import.ts';
export * from './invitation.calls.ts';
export * from './member.calls.ts';
