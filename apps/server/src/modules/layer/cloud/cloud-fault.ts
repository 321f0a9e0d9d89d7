import type { CloudFault } from '@eyrie/domain';
import { Refusal } from '../../../platform/http/refusal.ts';

/** A point cloud that cannot become a layer. @param what names the part of it that is the reason */
export const cloudRefusal = (reason: CloudFault, what: string): Refusal =>
  new Refusal(reason, { values: { what: what.slice(0, 120) } });
