import type { RoutePlan } from '@eyrie/domain';
import { readKmz, rewriteKmz, writeKmz, type KmzLimits, type RoutePlan as FilePlan } from '@eyrie/wpml';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import type { ResolvedRoute } from '../resolved.ts';
import { filePlanOf, type FileFacts } from './file-plan.ts';
import { planOfFile } from './plan-of-file.ts';

interface Origin {
  readonly bytes: Uint8Array;
  readonly limits?: Partial<KmzLimits>;
}

/** Where a file looks towards a place that it does not name: a place that nobody chooses. */
const nowhere = { lng: 0, lat: -90, height: 0 } as const;

/** The file as it would be written of what was read in it; null where that is no route, so that nothing of it can be kept. */
function uneditedOf({ bytes, limits }: Origin, facts: FileFacts): FilePlan | null {
  const read = readKmz(bytes, limits ? { limits } : {});
  if (!read.ok) return null;
  const plan = planOfFile(read.route, facts);
  const shown = plan.interest.centre ? plan : { ...plan, interest: { ...plan.interest, centre: nowhere } };
  // No ground is asked for: what is written of points by hand does not follow from it.
  const resolved = resolvePlan(shown, { height: () => null, undulation: facts.undulation });
  if (resolved.lines.length === 0) return null;
  const { name, author, createdAt, undulation } = facts;
  return filePlanOf(resolved, shown, { name, author, createdAt, undulation });
}

/**
 * The route file of a resolved plan. The same arguments give the same bytes.
 *
 * @param origin the imported file from which the plan was made: what nobody edited of it is kept, and what no plan knows
 * @throws RangeError where the route has no line, or a line no second point
 * @throws KmzRefused where the imported file is none
 */
export const kmzOfRoute = (
  resolved: ResolvedRoute,
  plan: RoutePlan,
  facts: FileFacts,
  origin: Origin | null = null,
): Uint8Array => {
  const written = filePlanOf(resolved, plan, facts);
  return origin
    ? rewriteKmz(origin.bytes, written, { ...origin, unedited: uneditedOf(origin, facts) })
    : writeKmz(written);
};
