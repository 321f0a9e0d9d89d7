export * from './organisation.calls.ts';
export * from './organisation.ts';
export type { OrganisationPart } from './organisation.topics.ts';
export * from './platform.calls.ts';
