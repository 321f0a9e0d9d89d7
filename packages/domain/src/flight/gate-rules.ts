import { limits } from '../limits.ts';
import type { GateItem, GateItemName } from './flight.ts';

/** What a rule rests on. */
export const ruleNeeds = [
  'link',
  'dock',
  'aircraft',
  'records',
  'route',
  'regions',
  'surroundings',
  'settings',
  'people',
  'forecast',
  'neighbours',
] as const;
export type RuleNeed = (typeof ruleNeeds)[number];

/** The rights to let a flight begin against a rule: for rules whose breach costs no safety, and for the others. */
export const waiverRights = ['flight:waive', 'flight:overrule'] as const;
export type WaiverRight = (typeof waiverRights)[number];

export interface GateRule {
  needs: RuleNeed;
  /** What the rule rests on may be so old, ms; null: it does not age. */
  freshFor: number | null;
  /** Whether it can be judged for a run that is to come. */
  ahead: boolean;
  /** `warns`: not checked it never keeps the aircraft down; `policy`: as the organisation decided. */
  unknown: 'policy' | 'warns';
  /** `hard`: its breach may harm somebody or lose the aircraft; two different persons waive it. */
  level: 'hard' | 'soft';
  /** Null: nobody may waive it. */
  waiver: {
    right: WaiverRight;
    /** How later figures are compared with the one that was waived: `same` of what has a name. */
    covers: 'same' | 'atMost' | 'atLeast';
  } | null;
}

const { stateFresh } = limits.command;
const { healthFresh, lookEvery } = limits.gate;
const soft = (covers: 'same' | 'atMost' | 'atLeast') =>
  ({ level: 'soft', waiver: { right: 'flight:waive', covers } }) as const;
const hard = (covers: 'same' | 'atMost' | 'atLeast') =>
  ({ level: 'hard', waiver: { right: 'flight:overrule', covers } }) as const;
const never = { level: 'hard', waiver: null } as const;
/** What only the dock can say right before the start. */
const reported = (needs: 'link' | 'dock' | 'aircraft', freshFor: number = stateFresh) =>
  ({ needs, freshFor, ahead: false, unknown: 'policy' }) as const;
const kept = (needs: RuleNeed, freshFor: number | null = null) =>
  ({ needs, freshFor, ahead: true, unknown: 'policy' }) as const;
const advice = (needs: RuleNeed, freshFor: number | null = null) =>
  ({ needs, freshFor, ahead: true, unknown: 'warns' }) as const;

/**
 * Every rule of the verdict. Link, clock, control of the dock (its state, another flight on it, its emergency stop), a
 * home that is not recorded and a battery that does not bring the aircraft home are waived by nobody.
 */
export const gateRules: Readonly<Record<GateItemName, GateRule>> = {
  dataAge: { ...reported('link'), ...never },
  clock: { ...reported('link'), ...never },
  dockIdle: { ...reported('dock'), ...never },
  otherFlight: { ...reported('dock'), ...never },
  emergencyStop: { ...reported('dock'), ...never },
  // The reserve alone: see `isWaivable`.
  battery: { ...reported('aircraft'), ...hard('atLeast') },
  wind: { ...reported('dock'), ...hard('atMost') },
  rain: { ...reported('dock'), ...hard('same') },
  positioning: { ...reported('aircraft'), ...never },
  home: { ...reported('aircraft'), ...never },
  storage: { ...reported('dock'), ...soft('atLeast') },
  cover: { ...reported('dock'), ...never },
  putter: { ...reported('dock'), ...never },
  health: { ...reported('dock', healthFresh), ...hard('same') },
  maintenance: { ...kept('records'), ...soft('same') },
  insurance: { ...kept('records'), ...soft('same') },
  airworthy: { ...kept('records'), ...hard('same') },
  returnAltitude: { ...kept('settings'), ...never },
  heightLimit: { ...reported('aircraft'), ...never },
  terrain: { ...kept('surroundings'), ...hard('same') },
  surroundings: { ...kept('surroundings', lookEvery), ...hard('same') },
  lostAction: { ...kept('settings'), ...never },
  region: { ...kept('regions'), ...hard('same') },
  regionHeight: { ...kept('regions'), ...hard('same') },
  route: { ...kept('route'), ...never },
  model: { ...kept('records'), ...never },
  approval: { ...kept('people'), ...never },
  // What was answered with no; a question that nobody answered is answered, not waived.
  checklist: { ...kept('people', limits.checklist.holdsFor), ...soft('same'), ahead: false },
  people: { ...kept('people'), ...never },
  arrangement: { ...kept('settings'), ...never },
  forecastWind: { ...advice('forecast', limits.weather.forecastFor), ...soft('atMost') },
  forecastRain: { ...advice('forecast', limits.weather.forecastFor), ...soft('atMost') },
  licence: { ...advice('people'), ...soft('same') },
  neighbours: { ...advice('neighbours'), ...hard('same') },
  // That a part before has failed; whose turn comes by itself is waited for.
  series: { ...kept('settings'), ...soft('same') },
};

/** Persons that a waiver of a rule needs. */
export const waiverPersons = (item: GateItemName): 1 | 2 => (gateRules[item].level === 'hard' ? 2 : 1);

type Found = Pick<GateItem, 'item' | 'verdict' | 'blocks' | 'reason' | 'value' | 'limit'> & {
  unwaivable?: boolean | undefined;
};

/** Whether people may let the flight begin against what was found. */
export const isWaivable = ({ item, blocks, unwaivable = false }: Found): boolean =>
  blocks && !unwaivable && gateRules[item].waiver !== null;

/** What was found when a rule was waived. */
export type WaivedFinding = Pick<GateItem, 'item' | 'verdict' | 'reason' | 'value'>;

/** Whether a waiver covers what is found now: the same thing by name, or a figure no worse than the one that was waived. */
export const coversFinding = (waived: WaivedFinding, now: WaivedFinding): boolean => {
  const { waiver } = gateRules[now.item];
  if (!waiver || waived.item !== now.item || waived.verdict !== now.verdict || waived.reason !== now.reason)
    return false;
  const [before, value] = [waived.value, now.value];
  if (typeof before !== 'number' || typeof value !== 'number' || waiver.covers === 'same')
    return before === value;
  return waiver.covers === 'atMost' ? value <= before : value >= before;
};
