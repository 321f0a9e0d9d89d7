import type { RoutePlan, RouteWarning } from '@eyrie/domain';
import type { Scope } from '../../platform/list/index.ts';
import { packQuestion } from './maker-question.ts';
import { isAround, type PlanAround, type PlanJudgement } from './plan-warnings.ts';
import { aroundPlan } from './route.around.ts';
import type { RouteDeps } from './route.deps.ts';

interface Judged {
  plan: RoutePlan;
  /** Department of the route. */
  groupOID: string;
  /** What the reader of its file says, or what was found before. */
  warnings: readonly RouteWarning[];
}

/** Judges plans by what is around them now: regions, terrain and docks change while routes lie in the library. */
export function createRouteJudge({
  runtime: { db },
  maker,
  ground,
  surface,
}: Pick<RouteDeps, 'runtime' | 'maker' | 'ground' | 'surface'>) {
  const around = (caller: Scope, about: Pick<Judged, 'plan' | 'groupOID'>): Promise<PlanAround> =>
    aroundPlan({ db, ground, surface }, caller, about);

  /** Everything that is to be known before a plan is flown whose file is there already, and how long it flies. */
  async function judge(caller: Scope, { plan, groupOID, warnings }: Judged): Promise<PlanJudgement> {
    const lasting = warnings.filter((one) => !isAround(one));
    const question = { plan, around: await around(caller, { plan, groupOID }), warnings: lasting };
    const answer = await maker.parse(packQuestion({ kind: 'judge', ...question }));
    if (!answer.ok || !('judged' in answer)) throw new Error('the route writer answered another question');
    return answer.judged;
  }
  return { around, judge };
}
export type RouteJudge = ReturnType<typeof createRouteJudge>;
