import { deviceKinds, type DeviceKind } from '../device/device-kind.ts';
import { countedSince, type Counted } from './counters.ts';

/** What programmes are for: docks, and whatever stands in the book beside them. */
export const programmeKinds = ['dock', ...deviceKinds] as const;
export type ProgrammeKind = 'dock' | DeviceKind;

/**
 * What a programme can ask for. Those up to the cycles count since the last maintenance, or since the device came into
 * the book; the others hold for the whole life of a battery and are met or not.
 */
export const upkeepRules = [
  'days',
  'flights',
  'hours',
  'kilometres',
  'landings',
  'jobs',
  'runningHours',
  'cycles',
  'totalCycles',
  'storedDays',
  'temperature',
] as const;
export type UpkeepRule = (typeof upkeepRules)[number];

/** Kinds of device for which a rule has figures. */
const ruled: Readonly<Record<UpkeepRule, readonly ProgrammeKind[]>> = {
  days: programmeKinds,
  flights: ['drone'],
  hours: ['drone'],
  kilometres: ['drone'],
  landings: ['drone'],
  jobs: ['dock'],
  runningHours: ['dock'],
  cycles: ['battery'],
  totalCycles: ['battery'],
  storedDays: ['battery'],
  temperature: ['battery'],
};
export const rulesOf = (kind: ProgrammeKind): UpkeepRule[] =>
  upkeepRules.filter((rule) => ruled[rule].includes(kind));

/** Each rule with its largest limit. */
export const upkeepMost: Readonly<Record<UpkeepRule, number>> = {
  days: 3_650,
  flights: 100_000,
  hours: 100_000,
  kilometres: 1_000_000,
  landings: 100_000,
  jobs: 100_000,
  runningHours: 100_000,
  cycles: 10_000,
  totalCycles: 10_000,
  storedDays: 3_650,
  temperature: 100,
};

export type UpkeepLimits = Readonly<Record<UpkeepRule, number | null>>;
export interface UpkeepProgramme extends UpkeepLimits {
  name: string;
  kind: ProgrammeKind;
  /** Name of the model; empty: every model of the kind. */
  model: string;
  /** From so many percent of a limit on it is amber. */
  warnPercent: number;
}

/** What a device has used by now; null: not reported. */
export type UpkeepUsed = Readonly<Record<UpkeepRule, number | null>>;

/** Figures that count since the last maintenance. Times in seconds, distances in metres. */
export const upkeepCounters = [
  'flights',
  'flightTime',
  'distance',
  'landings',
  'jobs',
  'runningTime',
  'cycles',
] as const;
export type UpkeepCounter = (typeof upkeepCounters)[number];

/** What is known of the use of a device; a counter that its kind lacks is left out. */
export interface UpkeepCounted {
  days: number;
  /** Each counter now, and at the last maintenance; null: there was none. */
  counters: Readonly<Partial<Record<UpkeepCounter, { now: Counted; base: Counted | null }>>>;
  storedDays?: number | null;
  temperature?: number | null;
}

/** What a device has used of its upkeep, by its counters. */
export const usedOf = ({
  days,
  counters,
  storedDays = null,
  temperature = null,
}: UpkeepCounted): UpkeepUsed => {
  const since = (name: UpkeepCounter, unit = 1): number | null => {
    const counter = counters[name];
    const count = counter ? countedSince(counter.now, counter.base) : null;
    return count === null ? null : count / unit;
  };
  return {
    days,
    flights: since('flights'),
    hours: since('flightTime', 3_600),
    kilometres: since('distance', 1_000),
    landings: since('landings'),
    jobs: since('jobs'),
    runningHours: since('runningTime', 3_600),
    cycles: since('cycles'),
    totalCycles: counters.cycles?.now.reported ?? null,
    storedDays,
    temperature,
  };
};

export const upkeepLevels = ['soon', 'due'] as const;
export interface UpkeepItem {
  programme: string;
  rule: UpkeepRule;
  used: number;
  limit: number;
  level: (typeof upkeepLevels)[number];
}

/** Whether a programme is for a device of this model, capitals aside. */
export const isFor = ({ model }: Pick<UpkeepProgramme, 'model'>, name: string | null): boolean =>
  model === '' || model.toLowerCase() === name?.toLowerCase();

/**
 * What of its programmes a device has reached, or soon will: whichever rule comes first counts. What was not
 * reported is not judged.
 */
export const upkeepOf = (
  programmes: readonly UpkeepProgramme[],
  { kind, model, used }: { kind: ProgrammeKind; model: string | null; used: UpkeepUsed },
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
