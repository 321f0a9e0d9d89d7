import type { RoutePlan } from '@eyrie/domain';
import { rewriteKmz, writeKmz, type KmzLimits } from '@eyrie/wpml';
import type { ResolvedRoute } from '../resolved.ts';
import { filePlanOf, type FileFacts } from './file-plan.ts';

/**
 * The route file of a resolved plan. The same arguments give the same bytes.
 *
 * @param origin the imported file from which the plan was made: what no plan knows of it is kept
 * @throws RangeError where the route has no line, or a line no second point
 * @throws KmzRefused where the imported file is none
 */
export const kmzOfRoute = (
  resolved: ResolvedRoute,
  plan: RoutePlan,
  facts: FileFacts,
  origin: { bytes: Uint8Array; limits?: Partial<KmzLimits> } | null = null,
): Uint8Array => {
  const written = filePlanOf(resolved, plan, facts);
  return origin ? rewriteKmz(origin.bytes, written, origin) : writeKmz(written);
};
