import type { BatteryUse, DrawnRegion, PlanSettings, RoutePlan, RouteWarning } from '@eyrie/domain';
import {
  checkPlan,
  gateRegion,
  resolvePlan,
  returnGround,
  type PlanFigures,
  type PlanFinding,
  type ResolvedRoute,
  type ReturnGround,
  type RuleName,
} from '@eyrie/planner';
import { takeOffRead, type Before, type Look } from './look.ts';
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
  /** Names of layers by which it was judged before, and which are not seen now. */
  unseen: readonly string[];
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

/** What was not read is said of each layer: one that is named must not hide another. */
const keyOf = ({ code, values }: Pick<RouteWarning, 'code' | 'values'>): string =>
  values['missing'] === undefined ? code : `${code}?${values['missing']}?${values['layer'] ?? ''}`;

/** Of a rule that finds something at many points the first ones are named. */
const placesMost = 10;

/** Where a waypoint by hand stands in its list. Computed points have no number. */
const placesIn = ({ points }: Pick<RoutePlan, 'points'>): ReadonlyMap<string, number> =>
  new Map(points.map(({ id }, at) => [id, at]));

const warningOf = ({ rule, level, values, count, leg }: PlanFinding): RouteWarning => ({
  code: rule,
  blocking: level === 'error',
  values: { ...values, count, ...(leg === null ? {} : { leg }), ...sentenceOf(rule, level === 'error') },
});

/** Of a plan that is wrong everywhere each rule is said once, with how many places it concerns. */
export function byRule(
  findings: readonly PlanFinding[],
  plan: Pick<RoutePlan, 'points'>,
): Map<string, RouteWarning> {
  const said = new Map<string, RouteWarning>();
  const named = new Map<string, Set<number>>();
  const places = placesIn(plan);
  for (const finding of findings) {
    if (finding.level === 'notice') continue;
    const warning = warningOf(finding);
    const key = keyOf(warning);
    const before = said.get(key);
    const count = Number(before?.values['count'] ?? 0) + finding.count;
    const at = named.get(key) ?? new Set();
    named.set(key, at);
    // A leg names its own.
    if (finding.leg === null)
      for (const id of finding.points) {
        if (at.size === placesMost) break;
        const place = places.get(id);
        if (place !== undefined) at.add(place);
      }
    const waypoints: Record<string, string> = at.size > 0 ? { waypoints: [...at].join(', ') } : {};
    // Errors come first in the list of findings.
    said.set(key, { ...(before ?? warning), values: { ...(before ?? warning).values, count, ...waypoints } });
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

/** What a flight of a plan asks of its battery, and how high it has to come home. */
export interface PlanNeeds {
  batteryUse: BatteryUse | null;
  ground: ReturnGround | null;
}

interface Asked {
  plan: RoutePlan;
  around: PlanAround;
  ofFile: readonly RouteWarning[];
  /** The plan as it was resolved already. */
  resolved: ResolvedRoute | null;
}

/** The plan with everything that was found of it. */
function checked({ plan, around, ofFile, resolved }: Asked) {
  const flown = flownFrom(plan, around);
  const ground = groundOf(around.ground);
  const regions = around.regions.flatMap((region) => gateRegion(region) ?? []);
  const route = resolved && flown === plan ? resolved : resolvePlan(flown, ground);
  const unreadLayers = [...(around.ground?.unread ?? []), ...around.unseen];
  const { findings, figures } = checkPlan(flown, route, ground, { regions, unreadLayers });
  const said = new Map(ofFile.map((warning) => [keyOf(warning), warning]));
  for (const [key, warning] of byRule(findings, flown))
    if (!said.has(key) || (warning.blocking && !said.get(key)?.blocking)) said.set(key, warning);
  const judged: PlanJudgement = { warnings: [...said.values()], seconds: secondsOf(figures, flown) };
  return { judged, flown, route, ground, figures };
}

/**
 * What is to be known before a plan is flown: what the reader of its file says, and what the rules of the planner find in it with
 * terrain, regions and dock around. Errors block export and dispatch; a rule that could not be checked is named by `missing`.
 */
export const checkPlanAround = (
  plan: RoutePlan,
  around: PlanAround,
  ofFile: readonly RouteWarning[],
  /** The plan as it was resolved already. */
  resolved: ResolvedRoute | null = null,
): PlanJudgement => checked({ plan, around, ofFile, resolved }).judged;

/** The same with what a flight of it needs. */
export function checkNeeds(
  plan: RoutePlan,
  around: PlanAround,
  ofFile: readonly RouteWarning[],
): { judged: PlanJudgement; needs: PlanNeeds } {
  const { judged, flown, route, ground, figures } = checked({ plan, around, ofFile, resolved: null });
  const { takeOff, reserve } = flown.settings;
  const known = takeOff !== null && figures.points > 0;
  return {
    judged,
    needs: {
      batteryUse: known ? { share: figures.battery.share, reserve } : null,
      ground: returnGround(flown, route, ground),
    },
  };
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

/** Of these, what follows from the layers alone. */
const layerRules: ReadonlySet<string> = new Set<RuleName>([
  'collision',
  'clearance',
  'returnClearance',
  'linkSight',
]);

/** Whether a finding follows from the layers alone, whatever dock it is flown from. */
export const isOfLayers = ({ code }: Pick<RouteWarning, 'code'>): boolean => layerRules.has(code);

/** Rules of which a look can say nothing that lacks so much of what the look before had. */
function rulesWithout({ pending }: Pick<Look, 'pending'>, lacking: boolean): ReadonlySet<string> {
  if (pending.includes(takeOffRead)) return aroundRules;
  if (lacking) return sightRules;
  return pending.length > 0 ? layerRules : new Set();
}

/**
 * What was found before and is not lifted by today's look, because something was missing for it: who sees less of an
 * organisation must not free a route that who saw more found to be unsafe.
 * @param same the plan is the one that was looked at before: then anything that is missing keeps what was found of it
 */
export function heldOver(
  before: Pick<Before, 'warnings'> | null,
  today: readonly RouteWarning[],
  { look, same }: { look: Pick<Look, 'pending'>; same: boolean },
): readonly RouteWarning[] {
  const lacking = same && today.some(({ values }) => values['missing'] !== undefined);
  const rules = rulesWithout(look, lacking);
  const blocked = new Set(today.filter(({ blocking }) => blocking).map(({ code }) => code));
  return (before?.warnings ?? []).filter(
    ({ code, blocking }) => blocking && rules.has(code) && !blocked.has(code),
  );
}
