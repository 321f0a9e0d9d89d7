export { createRegionParser } from './region-parser.ts';
export { regionEndpoints } from './region.endpoints.ts';
export { legsOf, legsVerdict, regionVerdict, type RegionFlight } from './region.gate.ts';
export { createRegions, type RegionChange, type RegionRoom } from './region.room.ts';
export {
  departmentPath,
  drawnRegionsOf,
  rulesFor,
  visibleRegions,
  type StoredRegion,
} from './region.store.ts';
