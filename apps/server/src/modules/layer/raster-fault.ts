import type { RasterFault } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';

/** A GeoTIFF that cannot become a layer. @param what names the part of it that is the reason */
export const rasterRefusal = (reason: RasterFault, what: string): Refusal =>
  new Refusal(reason, { values: { what: what.slice(0, 120) } });
