import '@eyrie/domain/no-eval';

/** Declarations of the calls of the pages before the sign-in, and of who is signed in. */
export { appearanceCalls, memberCalls, sessionCalls } from '@eyrie/domain';
