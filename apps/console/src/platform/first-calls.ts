import '@eyrie/domain/no-eval';

/** Declarations of what a sign-in takes, and of who is signed in. */
export { memberCalls, sessionCalls } from '@eyrie/domain';
