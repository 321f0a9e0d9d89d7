import { limits, type RoutePlan, type RouteWarning } from '@eyrie/domain';
import { kmzOfRoute, resolvePlan, setAircraft, type FileFacts, type PlanFault } from '@eyrie/planner';
import { KmzRefused, type KmzRefusal } from '@eyrie/wpml';
import { parseMade, parseRoute, undulation, type ParsedRoute } from './parsed-route.ts';
import { judgePlan, type PlanAround, type PlanJudgement } from './plan-warnings.ts';
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
}

export type MakeResult =
  | { ok: true; bytes: Uint8Array; route: ParsedRoute }
  /** What keeps the plan from being a route. */
  | { ok: false; faults: readonly PlanFault[]; refusal: null }
  | { ok: false; faults: readonly []; refusal: KmzRefusal };

/** What a file says, with what was found of its plan. */
export const withJudgement = (route: ParsedRoute, { warnings, seconds }: PlanJudgement): ParsedRoute => ({
  ...route,
  ...seconds,
  warnings,
});

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
    const judged = judgePlan(flown, around, read.route.warnings, flown === plan ? resolved : null);
    const route = { ...read.route, type: plan.type, creationMethod } as const;
    return { ok: true, bytes, route: withJudgement(route, judged) };
  } catch (error) {
    if (error instanceof KmzRefused) return { ok: false, faults: [], refusal: error.refusal };
    throw error;
  }
}

export type MakerQuestion = ({ kind: 'make' } & MakeQuestion) | ({ kind: 'judge' } & JudgeQuestion);
export type MakerAnswer = MakeResult | { ok: true; judged: PlanJudgement };

export const answerMaker = (question: MakerQuestion): MakerAnswer =>
  question.kind === 'make'
    ? makeRoute(question)
    : { ok: true, judged: judgePlan(question.plan, question.around, question.warnings) };

const headBytes = 4;

/** A question as one piece of bytes, which is what a thread is given. */
export function packQuestion(question: MakerQuestion): Uint8Array {
  const origin = question.kind === 'make' ? question.origin : null;
  const json = new TextEncoder().encode(JSON.stringify({ ...question, origin: null }));
  const bytes = new Uint8Array(headBytes + json.length + (origin?.length ?? 0));
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, headBytes);
  if (origin) bytes.set(origin, headBytes + json.length);
  return bytes;
}

export function unpackQuestion(bytes: Uint8Array): MakerQuestion {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = headBytes + length;
  const question = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, end))) as MakerQuestion;
  if (question.kind === 'judge') return question;
  return { ...question, origin: bytes.length > end ? bytes.slice(end) : null };
}
