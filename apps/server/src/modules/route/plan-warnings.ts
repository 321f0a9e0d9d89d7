import type { DrawnRegion, PlanSettings, RoutePlan, RouteWarning } from '@eyrie/domain';
import {
  checkPlan,
  gateRegion,
  resolvePlan,
  type PlanFigures,
  type PlanFinding,
  type ResolvedRoute,
  type RuleName,
} from '@eyrie/planner';
import { sentenceOf } from './rule-sentence.ts';
import { groundOf, type PlanGround } from './route.ground.ts';

/** What a plan is judged by beside itself, as it travels to the thread that judges it. */
export interface PlanAround {
  /** Null: no terrain is known. */
  ground: PlanGround | null;
  /** Rules for the department of the dock, or of the route where the plan names no dock. */
  regions: readonly DrawnRegion[];
  /** Where it takes off by the plan, or else by what its dock told; null: not known, and what counts from there is not checked. */
  takeOff: PlanSettings['takeOff'];
}

/** The plan as it would be flown from there. */
export const flownFrom = (plan: RoutePlan, { takeOff }: Pick<PlanAround, 'takeOff'>): RoutePlan =>
  plan.settings.takeOff || !takeOff ? plan : { ...plan, settings: { ...plan.settings, takeOff } };

/** Rules whose findings follow from what is around a plan: they are looked for again whenever it is used. */
const aroundRules: ReadonlySet<string> = new Set<RuleName>([
  'insideNoFly',
  'outsideKeepIn',
  'landsInNoLanding',
  'reach',
  'linkSight',
  'battery',
  'collision',
  'clearance',
  'returnClearance',
]);

export const isAround = ({ code, values }: Pick<RouteWarning, 'code' | 'values'>): boolean =>
  aroundRules.has(code) || values['missing'] !== undefined;

const keyOf = ({ code, values }: Pick<RouteWarning, 'code' | 'values'>): string =>
  values['missing'] === undefined ? code : `${code}?${values['missing']}`;

const warningOf = ({ rule, level, values, count, leg }: PlanFinding): RouteWarning => ({
  code: rule,
  blocking: level === 'error',
  values: { ...values, count, ...(leg === null ? {} : { leg }), ...sentenceOf(rule, level === 'error') },
});

/** Of a plan that is wrong everywhere each rule is said once, with how many places it concerns. */
function byRule(findings: readonly PlanFinding[]): Map<string, RouteWarning> {
  const said = new Map<string, RouteWarning>();
  for (const finding of findings) {
    if (finding.level === 'notice') continue;
    const warning = warningOf(finding);
    const before = said.get(keyOf(warning));
    const count = Number(before?.values['count'] ?? 0) + finding.count;
    // Errors come first in the list of findings.
    said.set(keyOf(warning), { ...(before ?? warning), values: { ...(before ?? warning).values, count } });
  }
  return said;
}

/** Seconds as the planner counts them, for list, import and arrangement: the same as in its editor. */
export interface PlanSeconds {
  duration: number;
  flightTime: number | null;
}

/** What is found of a plan, and how long it flies; null: it is no route. */
export interface PlanJudgement {
  warnings: RouteWarning[];
  seconds: PlanSeconds | null;
}

const secondsOf = ({ time, points }: PlanFigures, { settings }: RoutePlan): PlanSeconds | null =>
  points === 0 ? null : { duration: time.line, flightTime: settings.takeOff ? time.total : null };

/**
 * What is to be known before a plan is flown: what the reader of its file says, and what the rules of the planner find in it with
 * terrain, regions and dock around. Errors block export and dispatch; a rule that could not be checked is named by `missing`.
 */
export function judgePlan(
  plan: RoutePlan,
  around: PlanAround,
  ofFile: readonly RouteWarning[],
  /** The plan as it was resolved already. */
  resolved: ResolvedRoute | null = null,
): PlanJudgement {
  const flown = flownFrom(plan, around);
  const ground = groundOf(around.ground);
  const regions = around.regions.flatMap((region) => gateRegion(region) ?? []);
  const route = resolved && flown === plan ? resolved : resolvePlan(flown, ground);
  const unreadLayers = around.ground?.unread ?? [];
  const { findings, figures } = checkPlan(flown, route, ground, { regions, unreadLayers });
  const said = new Map(ofFile.map((warning) => [keyOf(warning), warning]));
  for (const [key, warning] of byRule(findings))
    if (!said.has(key) || (warning.blocking && !said.get(key)?.blocking)) said.set(key, warning);
  return { warnings: [...said.values()], seconds: secondsOf(figures, flown) };
}

/** Rules that are looked for over terrain or from a dock, which not everybody sees. */
const sightRules: ReadonlySet<string> = new Set<RuleName>([
  'reach',
  'linkSight',
  'battery',
  'collision',
  'clearance',
  'returnClearance',
]);

/**
 * What was found before and is not lifted by today's look, because something was missing for it: who sees less of an
 * organisation must not free a route that who saw more found to be unsafe.
 */
export function heldOver(
  before: readonly RouteWarning[],
  today: readonly RouteWarning[],
): readonly RouteWarning[] {
  if (!today.some(({ values }) => values['missing'] !== undefined)) return [];
  const blocked = new Set(today.filter(({ blocking }) => blocking).map(({ code }) => code));
  return before.filter(({ code, blocking }) => blocking && sightRules.has(code) && !blocked.has(code));
}
