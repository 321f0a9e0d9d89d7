export { createLeaseService, type LeaseService } from './lease.service.ts';
export type { LeaseListener } from './lease.change.ts';
export { leaseEndpoints } from './lease.endpoints.ts';
export {
  mayControl,
  readLease,
  releaseEverything,
  type LeaseTarget,
  type StoredLease,
} from './lease.store.ts';
