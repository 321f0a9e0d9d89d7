import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { limits, routePlan, type RoutePlan } from '@eyrie/domain';
import { KmzRefused, planTextOf, waylinePieces, withPlanText } from '@eyrie/wpml';
import { parseForeignJson } from '../../platform/json-depth.ts';

/** A file of ours that is handed out. */
export interface DressQuestion {
  plan: RoutePlan;
  origin: Uint8Array;
}

const { plan: bounds, kmzBytes } = limits.route;

/** The file with the plan that it was made of, so that it comes back as what it was; without it where that would be too long. */
export function dressedWith({ plan, origin }: DressQuestion): Uint8Array {
  const dressed = withPlanText(origin, JSON.stringify(plan), limits.route);
  return dressed.length <= kmzBytes && canBeRead(dressed) ? dressed : origin;
}

function canBeRead(bytes: Uint8Array): boolean {
  try {
    return planTextOf(bytes, { most: bounds.bytes, limits: limits.route }) !== null;
  } catch (error) {
    if (error instanceof KmzRefused) return false;
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return null;
  }
}

/** The plan that a file brings. Anybody can write one: it is only worth something where the same is flown by it. */
export function broughtPlan(bytes: Uint8Array): RoutePlan | null {
  const text = planTextOf(bytes, { most: bounds.bytes, limits: limits.route });
  if (text === null) return null;
  const said = jsonOf(text);
  const read = routePlan.safeParse(said);
  if (!read.success || !isDeepStrictEqual(read.data, said)) return null;
  // What somebody let stand elsewhere, nobody has read here.
  return { ...read.data, acknowledged: [] };
}

/** A mark of everything that the aircraft flies by a file; null: it cannot be told. */
export function flownBy(bytes: Uint8Array): string | null {
  const hash = createHash('sha256');
  try {
    waylinePieces(bytes, (piece) => hash.update(piece), limits.route);
  } catch (error) {
    if (error instanceof KmzRefused) return null;
    throw error;
  }
  return hash.digest('hex');
}
