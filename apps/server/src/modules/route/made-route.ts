import { limits, type RoutePlan, type RouteWarning } from '@eyrie/domain';
import {
  kmzOfRoute,
  resolvePlan,
  setAircraft,
  splitPlan,
  type FileFacts,
  type PlanFault,
} from '@eyrie/planner';
import { KmzRefused, type KmzRefusal } from '@eyrie/wpml';
import { parseMade, parseRoute, type ParsedRoute } from './parsed-route.ts';
import { dressedWith, flownBy, type DressQuestion } from './own-plan.ts';
import { undulation } from '../../platform/undulation.ts';
import {
  flownFrom,
  checkNeeds,
  checkPlanAround,
  type PlanAround,
  type PlanJudgement,
  type PlanNeeds,
} from './plan-warnings.ts';
import { withJudgement } from './with-judgement.ts';
import { groundOf } from './route.ground.ts';

/** A plan of which a file is to be made. */
export interface MakeQuestion {
  plan: RoutePlan;
  facts: Omit<FileFacts, 'undulation'>;
  /** The imported file of which the plan was made. */
  origin: Uint8Array | null;
  around: PlanAround;
}

/** A plan whose file is there already, of which is asked what it must not be flown for. */
export interface JudgeQuestion {
  plan: RoutePlan;
  around: PlanAround;
  /** What the reader of its file says. */
  warnings: readonly RouteWarning[];
  /** Also what a flight of it needs. */
  needs: boolean;
}

export type MakeResult =
  | { ok: true; bytes: Uint8Array; route: ParsedRoute }
  /** What keeps the plan from being a route. */
  | { ok: false; faults: readonly PlanFault[]; refusal: null }
  | { ok: false; faults: readonly []; refusal: KmzRefusal };

/** Makes the file of a plan, and reads what was made with the reader of imported files: what is stored follows from its bytes. */
export function makeRoute({ plan, facts, origin, around }: MakeQuestion): MakeResult {
  const ground = groundOf(around.ground);
  const resolved = resolvePlan(plan, ground);
  if (resolved.faults.length > 0) return { ok: false, faults: resolved.faults, refusal: null };
  try {
    const bytes = kmzOfRoute(
      resolved,
      plan,
      { ...facts, undulation },
      origin && { bytes: origin, limits: limits.route },
    );
    const read = origin ? parseRoute(bytes) : parseMade(bytes);
    if (!read.ok) return { ok: false, faults: [], refusal: read.refusal };
    const creationMethod = origin ? 'DJI' : 'own';
    // Another aircraft flies the same lines within other limits.
    const flown = facts.drone === undefined ? plan : setAircraft(plan, facts.drone);
    const judged = checkPlanAround(flown, around, read.route.warnings, flown === plan ? resolved : null);
    const route = { ...read.route, type: plan.type, creationMethod } as const;
    return { ok: true, bytes, route: withJudgement(route, judged) };
  } catch (error) {
    if (error instanceof KmzRefused) return { ok: false, faults: [], refusal: error.refusal };
    throw error;
  }
}

/** A plan that an uploaded file brings. */
export interface AgainQuestion extends Omit<MakeQuestion, 'origin'> {
  /** The uploaded file. */
  origin: Uint8Array;
}

/** The file made anew of the plan that an uploaded one brings; null where the uploaded one flies anything else. */
function madeAgain({ origin, ...question }: AgainQuestion): MakeResult | null {
  const made = makeRoute({ ...question, origin: null });
  if (!made.ok) return null;
  const [again, uploaded] = [flownBy(made.bytes), flownBy(origin)];
  return again !== null && again === uploaded ? made : null;
}

/** A plan that asks for more than a battery gives. */
export interface SplitQuestion {
  plan: RoutePlan;
  around: PlanAround;
}

/** One plan for each flight, as it is flown from where the dock stands; null: a single piece is too long. */
const flightsOf = ({ plan, around }: SplitQuestion): RoutePlan[] | null => {
  const { takeOff } = plan.settings;
  const flights = splitPlan(flownFrom(plan, around), groundOf(around.ground));
  return flights?.map((flight) => ({ ...flight, settings: { ...flight.settings, takeOff } })) ?? null;
};

export type MakerQuestion =
  | ({ kind: 'make' } & MakeQuestion)
  | ({ kind: 'again' } & AgainQuestion)
  | ({ kind: 'dress' } & DressQuestion)
  | ({ kind: 'split' } & SplitQuestion)
  | ({ kind: 'judge' } & JudgeQuestion);
export type MakerAnswer =
  | MakeResult
  | { ok: true; again: null }
  | { ok: true; dressed: Uint8Array }
  | { ok: true; flights: RoutePlan[] | null }
  | { ok: true; judged: PlanJudgement; needs: PlanNeeds | null };

export function answerMaker(question: MakerQuestion): MakerAnswer {
  if (question.kind === 'make') return makeRoute(question);
  if (question.kind === 'again') return madeAgain(question) ?? { ok: true, again: null };
  if (question.kind === 'dress') return { ok: true, dressed: dressedWith(question) };
  if (question.kind === 'split') return { ok: true, flights: flightsOf(question) };
  const { plan, around, warnings, needs } = question;
  if (needs) return { ok: true, ...checkNeeds(plan, around, warnings) };
  return { ok: true, judged: checkPlanAround(plan, around, warnings), needs: null };
}
