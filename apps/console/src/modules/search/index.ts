export { useFoundRecords, type FoundGroup, type FoundRecords } from './found-records.ts';
export { addressOf } from './search-address.ts';
