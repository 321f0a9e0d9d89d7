import { limits, type RoutePlan, type RouteWarning } from '@eyrie/domain';
import {
  checkPlan,
  kmzOfRoute,
  resolvePlan,
  type FileFacts,
  type Ground,
  type PlanFault,
  type ResolvedRoute,
} from '@eyrie/planner';
import { KmzRefused, type KmzRefusal } from '@eyrie/wpml';
import { parseRoute, undulation, type ParsedRoute } from './parsed-route.ts';
import { groundOf, type PlanGround } from './route.ground.ts';

/** A plan of which a file is to be made. */
export interface MakeQuestion {
  plan: RoutePlan;
  facts: Omit<FileFacts, 'undulation'>;
  /** The imported file of which the plan was made. */
  origin: Uint8Array | null;
  /** Null: no terrain is known. */
  ground: PlanGround | null;
}

export type MakeResult =
  | { ok: true; bytes: Uint8Array; route: ParsedRoute }
  /** What keeps the plan from being a route. */
  | { ok: false; faults: readonly PlanFault[]; refusal: null }
  | { ok: false; faults: readonly []; refusal: KmzRefusal };

/** What the reader of the file says, and what forbids flying the plan beside it: an orbit that leaves no reserve has a sound file. */
function withErrors(
  warnings: readonly RouteWarning[],
  plan: RoutePlan,
  resolved: ResolvedRoute,
  ground: Ground,
): RouteWarning[] {
  const said = new Map(warnings.map((warning) => [warning.code, warning]));
  for (const { rule, level, unchecked, values, count } of checkPlan(plan, resolved, ground).findings)
    if (level === 'error' && !unchecked && !said.get(rule)?.blocking)
      said.set(rule, { code: rule, blocking: true, values: { ...values, count } });
  return [...said.values()];
}

/** Makes the file of a plan, and reads what was made with the reader of imported files: what is stored follows from its bytes. */
export function makeRoute({ plan, facts, origin, ...given }: MakeQuestion): MakeResult {
  const ground = groundOf(given.ground);
  const resolved = resolvePlan(plan, ground);
  if (resolved.faults.length > 0) return { ok: false, faults: resolved.faults, refusal: null };
  try {
    const bytes = kmzOfRoute(
      resolved,
      plan,
      { ...facts, undulation },
      origin && { bytes: origin, limits: limits.route },
    );
    const read = parseRoute(bytes);
    if (!read.ok) return { ok: false, faults: [], refusal: read.refusal };
    const creationMethod = origin ? 'DJI' : 'own';
    const warnings = withErrors(read.route.warnings, plan, resolved, ground);
    return { ok: true, bytes, route: { ...read.route, type: plan.type, creationMethod, warnings } };
  } catch (error) {
    if (error instanceof KmzRefused) return { ok: false, faults: [], refusal: error.refusal };
    throw error;
  }
}

const headBytes = 4;

/** A question as one piece of bytes, which is what a thread is given. */
export function packQuestion({ origin, ...question }: MakeQuestion): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(question));
  const bytes = new Uint8Array(headBytes + json.length + (origin?.length ?? 0));
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, headBytes);
  if (origin) bytes.set(origin, headBytes + json.length);
  return bytes;
}

export function unpackQuestion(bytes: Uint8Array): MakeQuestion {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = headBytes + length;
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, end))) as Omit<
    MakeQuestion,
    'origin'
  >;
  return { ...json, origin: bytes.length > end ? bytes.slice(end) : null };
}
