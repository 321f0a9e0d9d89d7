import type { RoutePlan } from '@eyrie/domain';
import { pointKinds } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { FixName, RuleName } from './rules.ts';
import { adviceOnImports, planRules, type FindingLevel } from './rules.ts';

/** Something that a person should know before the route flies. */
export interface PlanFinding {
  /** By rule and place: the same finding after a reload, and after edits elsewhere. */
  readonly key: string;
  readonly rule: RuleName;
  readonly level: FindingLevel;
  /** True: the rule could not be checked here, for want of what `values.missing` names. Never an error, never silence. */
  readonly unchecked: boolean;
  /** Where the camera flies to; null: the plan as a whole. */
  readonly place: Place | null;
  /** Ids of the points concerned, at most ten. */
  readonly points: readonly string[];
  /** Name of the leg, such as `3→4`. */
  readonly leg: string | null;
  /** Field of the plan, such as `settings.height`. */
  readonly field: string | null;
  /** How many places it stands for. */
  readonly count: number;
  readonly values: Readonly<Record<string, string | number>>;
  /** What `fixFinding` would do; null: nothing is offered. */
  readonly fix: FixName | null;
}

/** What a rule says of a place; the rest follows from the table of rules. */
export interface Found {
  readonly place?: Place | null;
  readonly points?: readonly (string | null)[];
  readonly leg?: string | null;
  readonly field?: string | null;
  readonly count?: number;
  readonly values?: PlanFinding['values'];
  readonly unchecked?: boolean;
  readonly level?: FindingLevel;
  /** False: there is a fix for the rule, but not for this place. */
  readonly fixable?: boolean;
  /** What a reader would want to see again, were it to change: metres of a clearance, in steps. */
  readonly grade?: string;
}

/** Findings of one rule at most: a plan of 65,535 bad points must not make as many. */
const most = 100;
const idsMost = 10;

/** Whether a plan was read out of a file that came from elsewhere, whose planner may know better what its aircraft does. */
export const isImported = ({ type, points }: Pick<RoutePlan, 'type' | 'points'>): boolean =>
  pointKinds.has(type) && points.some(({ origin }) => origin !== undefined);

/** Collects findings; of a rule that is broken very often the first are kept, and the others counted. */
export class Findings {
  readonly list: PlanFinding[] = [];
  readonly #plan: RoutePlan;
  readonly #imported: boolean;
  readonly #counts = new Map<string, number>();

  constructor(plan: RoutePlan) {
    this.#plan = plan;
    this.#imported = isImported(plan);
  }

  /** How many findings were left out. */
  get omitted(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += Math.max(0, count - most);
    return sum;
  }

  add(rule: RuleName, found: Found = {}): void {
    const { fix } = planRules[rule];
    const level = this.#imported && adviceOnImports.has(rule) ? 'warning' : planRules[rule].level;
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count > most) return;
    const points = (found.points ?? []).filter((id) => id !== null);
    const unchecked = found.unchecked ?? false;
    this.list.push({
      key: this.#keyOf(rule, found, points),
      rule,
      level: unchecked ? 'warning' : (found.level ?? level),
      unchecked,
      place: found.place ?? null,
      points: points.slice(0, idsMost),
      leg: found.leg ?? null,
      field: found.field ?? null,
      count: found.count ?? 1,
      values: found.values ?? {},
      fix: unchecked || found.fixable === false ? null : fix,
    });
  }

  /** Computed points have new names after every edit: their findings go by place, those of points by hand by their ids. */
  #keyOf(rule: string, { place, leg, field, grade, unchecked }: Found, points: readonly string[]): string {
    const byHand = pointKinds.has(this.#plan.type);
    const where =
      byHand && points.length > 0
        ? points.slice(0, 2).join('>')
        : place
          ? `${place.lng.toFixed(5)},${place.lat.toFixed(5)}`
          : (field ?? leg ?? '');
    return `${rule}${unchecked ? '?' : ''}${where && `@${where}`}${grade ? `:${grade}` : ''}`.slice(0, 120);
  }
}
