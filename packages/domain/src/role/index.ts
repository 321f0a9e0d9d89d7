export * from './first-roles.ts';
