import type { ErrorMeaning } from './error-codes.ts';
import type { breaksEn } from './texts/breaks.en.ts';

export type BreakMeaning = keyof typeof breaksEn | ErrorMeaning;

const codes: ReadonlyMap<number, BreakMeaning> = new Map<number, BreakMeaning>([
  [1, 'missionMissing'],
  [2, 'missionRare'],
  [4, 'missionLoad'],
  [5, 'breakQuery'],
  [6, 'missionCommand'],
  [7, 'missionParse'],
  [257, 'routeStarted'],
  [258, 'routeNotInterruptible'],
  [259, 'routeNotStarted'],
  [261, 'noFlightControl'],
  [262, 'routeNotResumable'],
  [513, 'aboveHeightLimit'],
  [514, 'beyondDistance'],
  [515, 'crossesZone'],
  [516, 'tooLow'],
  [517, 'obstacleStop'],
  [518, 'rtkPoor'],
  [519, 'zoneEdge'],
  [521, 'airportLimit'],
  [522, 'takeOffRequest'],
  [523, 'takeOffFailed'],
  [524, 'routeRequest'],
  [526, 'rtkConvergeRequest'],
  [527, 'rtkConverge'],
  [528, 'customAreaEdge'],
  [529, 'targetBlocked'],
  [769, 'gpsWeak'],
  [770, 'gearWrong'],
  [771, 'noHome'],
  [772, 'batteryTooLow'],
  [773, 'lowBatteryReturn'],
  [775, 'controllerLost'],
  [778, 'motorsOnGround'],
  [779, 'terrainCamera'],
  [780, 'terrainHeight'],
  [781, 'terrainMap'],
  [784, 'strongWindReturn'],
  [1281, 'userExit'],
  [1282, 'userInterrupt'],
  [1283, 'userReturn'],
  [1563, 'routeGeneration'],
  [1564, 'routeRun'],
  [1565, 'obstacleStop'],
  [65_534, 'breakUnknown'],
  [65_535, 'breakUnknown'],
]);
/** Whole families; looked at after the single codes. */
const families: readonly (readonly [from: number, to: number, meaning: BreakMeaning])[] = [
  [1539, 1564, 'routeDataInvalid'],
  [1588, 1649, 'routeAction'],
];

/** Why a route was left; null for 0, which is no reason, and for those nobody wrote down. */
export const breakMeaning = (reason: number): BreakMeaning | null =>
  codes.get(reason) ?? families.find(([from, to]) => reason >= from && reason <= to)?.[2] ?? null;

const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Every reason that has a meaning, families written out. */
export const breakReasons = (): readonly number[] => [
  ...new Set([...codes.keys(), ...families.flatMap(([from, to]) => span(from, to))]),
];
