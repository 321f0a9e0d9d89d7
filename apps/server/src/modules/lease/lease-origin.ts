import type { CallContext } from '../../platform/http/endpoint.ts';

/** Who wants something of a lease, from where, and the name under which its traces are found. */
export type LeaseCall = Pick<CallContext, 'caller' | 'address' | 'correlationId'>;

/** Who changed a lease. Nobody did what silence, or the loss of a right, did. */
export type Who = LeaseCall | null;
