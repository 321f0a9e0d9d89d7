import type { DeviceKind } from '../device/device-kind.ts';
import { isFor } from './upkeep.ts';

/** By what a programme says that a battery is to be replaced soon: any that is met is enough. */
export const replaceRules = ['replaceCycles', 'replaceStoredDays', 'replaceSpread'] as const;
export type ReplaceRule = (typeof replaceRules)[number];

/** Each with its largest limit: cycles, days stored nearly full, millivolt between the batteries of one aircraft. */
export const replaceMost: Readonly<Record<ReplaceRule, number>> = {
  replaceCycles: 10_000,
  replaceStoredDays: 3_650,
  replaceSpread: 10_000,
};

export const replaceRulesOf = (kind: DeviceKind | 'dock'): readonly ReplaceRule[] =>
  kind === 'battery' ? replaceRules : [];

export type ReplaceLimits = Readonly<Record<ReplaceRule, number | null>>;
export interface ReplaceProgramme extends ReplaceLimits {
  name: string;
  /** Name of the model; empty: every model. */
  model: string;
}

/** What a battery says of its age; null: not reported. */
export interface BatteryAge {
  model: string | null;
  cycles: number | null;
  storedDays: number | null;
  /** Volt. */
  spread: number | null;
}

export interface ReplaceItem {
  programme: string;
  rule: ReplaceRule;
  used: number;
  limit: number;
}

/** Why a battery is to be replaced soon, each rule that it has reached; empty: it is not. What was not reported is no reason. */
export const replaceSoonOf = (
  programmes: readonly ReplaceProgramme[],
  { model, cycles, storedDays, spread }: BatteryAge,
): ReplaceItem[] => {
  const reached: Readonly<Record<ReplaceRule, number | null>> = {
    replaceCycles: cycles,
    replaceStoredDays: storedDays,
    replaceSpread: spread === null ? null : Math.round(spread * 1_000),
  };
  return programmes
    .filter((programme) => isFor(programme, model))
    .flatMap((programme) =>
      replaceRules.flatMap((rule): ReplaceItem[] => {
        const limit = programme[rule];
        const used = reached[rule];
        return limit !== null && used !== null && used >= limit
          ? [{ programme: programme.name, rule, used, limit }]
          : [];
      }),
    );
};
