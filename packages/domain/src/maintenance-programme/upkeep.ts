import { deviceKinds, type DeviceKind } from '../device/device-kind.ts';

/**
 * What a programme can ask for. The first five count since the last maintenance, or since the device came into the
 * book; the others hold for the whole life of a battery and are met or not.
 */
export const upkeepRules = [
  'days',
  'flights',
  'hours',
  'kilometres',
  'cycles',
  'totalCycles',
  'storedDays',
  'temperature',
] as const;
export type UpkeepRule = (typeof upkeepRules)[number];

/** Kinds of device for which a rule has figures. */
const ruled: Readonly<Record<UpkeepRule, readonly DeviceKind[]>> = {
  days: deviceKinds,
  flights: ['drone'],
  hours: ['drone'],
  kilometres: ['drone'],
  cycles: ['battery'],
  totalCycles: ['battery'],
  storedDays: ['battery'],
  temperature: ['battery'],
};
export const rulesOf = (kind: DeviceKind): UpkeepRule[] =>
  upkeepRules.filter((rule) => ruled[rule].includes(kind));

/** Each rule with its largest limit. */
export const upkeepMost: Readonly<Record<UpkeepRule, number>> = {
  days: 3_650,
  flights: 100_000,
  hours: 100_000,
  kilometres: 1_000_000,
  cycles: 10_000,
  totalCycles: 10_000,
  storedDays: 3_650,
  temperature: 100,
};

export type UpkeepLimits = Readonly<Record<UpkeepRule, number | null>>;
export interface UpkeepProgramme extends UpkeepLimits {
  name: string;
  kind: DeviceKind;
  /** Name of the model; empty: every model of the kind. */
  model: string;
  /** From so many percent of a limit on it is amber. */
  warnPercent: number;
}

/** What a device has used by now; null: not reported. */
export type UpkeepUsed = Readonly<Record<UpkeepRule, number | null>>;

export const upkeepLevels = ['soon', 'due'] as const;
export interface UpkeepItem {
  programme: string;
  rule: UpkeepRule;
  used: number;
  limit: number;
  level: (typeof upkeepLevels)[number];
}

/** Whether a programme is for a device of this model, capitals aside. */
const isFor = ({ model }: UpkeepProgramme, name: string | null): boolean =>
  model === '' || model.toLowerCase() === name?.toLowerCase();

/**
 * What of its programmes a device has reached, or soon will: whichever rule comes first counts. What was not
 * reported is not judged.
 */
export const upkeepOf = (
  programmes: readonly UpkeepProgramme[],
  { kind, model, used }: { kind: DeviceKind; model: string | null; used: UpkeepUsed },
): UpkeepItem[] =>
  programmes
    .filter((programme) => programme.kind === kind && isFor(programme, model))
    .flatMap((programme) =>
      rulesOf(kind).flatMap((rule): UpkeepItem[] => {
        const limit = programme[rule];
        const reached = used[rule];
        if (limit === null || reached === null || limit <= 0) return [];
        if (reached >= limit)
          return [{ programme: programme.name, rule, used: reached, limit, level: 'due' }];
        return reached >= (limit * programme.warnPercent) / 100
          ? [{ programme: programme.name, rule, used: reached, limit, level: 'soon' }]
          : [];
      }),
    );
