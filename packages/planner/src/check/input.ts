import type { GateRegion, RoutePlan } from '@eyrie/domain';
import type { PathLeg } from '../flight-path.ts';
import type { PlanFigures } from '../figures.ts';
import type { Ground, ResolvedRoute } from '../resolved.ts';
import type { LegClearance } from '../samples.ts';

/** What is around a plan, as far as rules ask for it. Whatever is left out could not be checked, and the findings say so. */
export interface CheckContext {
  /** Regions of the department, ready to be asked; missing: not loaded. */
  readonly regions?: readonly GateRegion[];
  /** The time that it may be in the air, epoch ms; missing: regions hold whenever they are enabled. */
  readonly from?: number;
  readonly until?: number;
  /** Device codes such as `0-91-1` that the organisation's docks carry. */
  readonly knownDrones?: readonly string[];
  /** Where it may land instead. */
  readonly alternate?: { readonly lng: number; readonly lat: number } | null;
  /** Names of layers that say what stands on the ground, and could not be read here. */
  readonly unreadLayers?: readonly string[];
  /** Warnings from reading the file that the plan comes from. */
  readonly imported?: readonly {
    readonly code: string;
    readonly blocking: boolean;
    readonly values: Readonly<Record<string, string | number>>;
  }[];
}

export interface CheckInput {
  readonly plan: RoutePlan;
  readonly route: ResolvedRoute;
  readonly path: readonly PathLeg[];
  /** By the legs of the path. */
  readonly clearances: readonly (LegClearance | null)[];
  readonly ground: Ground;
  readonly figures: PlanFigures;
  readonly context: CheckContext;
}
