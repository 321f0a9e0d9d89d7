export * from './first-roles.ts';
export * from './role.ts';
export * from './role.calls.ts';
