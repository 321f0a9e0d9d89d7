import type { CallContext } from '../../platform/http/endpoint.ts';

/** The caller of a lease call, the address, and the correlation id for logs. */
export type LeaseCall = Pick<CallContext, 'caller' | 'address' | 'correlationId'>;

/** Who changed a lease; null: an expiry or a lost right did. */
export type Who = LeaseCall | null;
