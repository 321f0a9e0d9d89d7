import type { CallContext, Caller } from '../../platform/http/endpoint.ts';

/** Where a call came from, and the name under which its traces are found. */
export type Origin = Pick<CallContext, 'address' | 'correlationId'>;

export interface Who {
  caller: Pick<Caller, 'memberOID' | 'sessionOID'> | null;
  origin: Origin | null;
}
/** Nobody did what silence, or the loss of a right, did. */
export const nobody: Who = { caller: null, origin: null };
