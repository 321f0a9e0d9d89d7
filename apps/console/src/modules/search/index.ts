export { useFoundRecords, type FoundGroup } from './found-records.ts';
export { addressOf } from './search-address.ts';
