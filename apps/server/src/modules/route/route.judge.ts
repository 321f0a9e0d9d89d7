import type { RouteWarning } from '@eyrie/domain';
import type { Scope } from '../../platform/list/index.ts';
import { lookOf, type Look, type Sight } from './look.ts';
import { packQuestion } from './maker-question.ts';
import { heldOver, isAround, type PlanAround, type PlanJudgement, type PlanNeeds } from './plan-warnings.ts';
import { aroundPlan, type About } from './route.around.ts';
import type { RouteDeps } from './route.deps.ts';

interface Judged extends About {
  /** What the reader of its file says, or what was found before. */
  warnings: readonly RouteWarning[];
}

/** What is found of a plan, what of it was found before and cannot be lifted, and by which look. */
export interface Verdict extends PlanJudgement {
  look: Look;
}
/** The same with what a flight needs. */
export interface FlightVerdict extends Verdict {
  needs: PlanNeeds;
  /** From where it was judged; null: nobody knows. */
  takeOff: PlanAround['takeOff'];
}

/** What was found, with what stands from before. */
export function withBefore<T extends { warnings: readonly RouteWarning[] }>(
  found: T,
  { before, sight, same }: { before: About['before']; sight: Sight; same: boolean },
): Omit<T, 'warnings'> & { warnings: RouteWarning[]; look: Look } {
  const look = lookOf(sight, before);
  const held = heldOver(before, found.warnings, { look, same });
  return { ...found, warnings: [...found.warnings, ...held], look };
}

/** Judges plans by what is around them now: regions, terrain and docks change while routes lie in the library. */
export function createRouteJudge({
  runtime: { db },
  maker,
  ground,
  surface,
}: Pick<RouteDeps, 'runtime' | 'maker' | 'ground' | 'surface'>) {
  const around = (caller: Scope, about: About): Promise<{ around: PlanAround; sight: Sight }> =>
    aroundPlan({ db, ground, surface }, caller, about);

  async function ask({ plan, warnings, before, groupOID }: Judged, caller: Scope, needs: boolean) {
    const lasting = warnings.filter((one) => !isAround(one));
    const seen = await around(caller, { plan, groupOID, before, homeward: needs });
    const question = { plan, around: seen.around, warnings: lasting, needs };
    const answer = await maker.parse(packQuestion({ kind: 'judge', ...question }));
    if (!answer.ok || !('judged' in answer)) throw new Error('the route writer answered another question');
    return { ...answer, ...seen };
  }

  /** Everything that is to be known before a plan is flown whose file is there already, and how long it flies. */
  async function judge(caller: Scope, about: Judged): Promise<Verdict> {
    const { judged, sight } = await ask(about, caller, false);
    return withBefore(judged, { before: about.before, sight, same: true });
  }

  /**
   * The same of a plan as one dock flies it, with what that needs.
   * @param same whether what was found before was found of it as that dock flies it
   */
  async function checkFlown(caller: Scope, about: Judged, same: boolean): Promise<FlightVerdict> {
    const { judged, sight, needs, around: seen } = await ask(about, caller, true);
    if (!needs) throw new Error('the route writer answered another question');
    const { takeOff } = seen;
    return { ...withBefore(judged, { before: about.before, sight, same }), needs, takeOff };
  }
  return { around, judge, checkFlown };
}
export type RouteJudge = ReturnType<typeof createRouteJudge>;
