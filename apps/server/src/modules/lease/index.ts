export {
  createLeaseService,
  type LeaseService,
  type LeaseTarget,
  type LeaseListener,
} from './lease.service.ts';
export { leaseEndpoints } from './lease.endpoints.ts';
export { readLease, type StoredLease } from './lease.store.ts';
