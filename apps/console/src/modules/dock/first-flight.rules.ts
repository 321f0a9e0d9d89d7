import {
  linkLevel,
  limits,
  type ConnectionStepRecord,
  type DockRecord,
  type DockStatus,
} from '@eyrie/domain';

/** What a dock that has come in has to show before its first flight, in the order in which it is put right. */
export const firstFlightChecks = [
  'online',
  'clock',
  'health',
  'emergencyStop',
  'cover',
  'position',
  'home',
  'drone',
  'inside',
  'charge',
] as const;
export type FirstFlightCheck = (typeof firstFlightChecks)[number];

export interface FirstFlightFacts {
  dock: Pick<DockRecord, 'droneSn'>;
  status: DockStatus | null;
  /** Age of what is shown; null: nothing has come. */
  ageMs: number | null;
  steps: readonly ConnectionStepRecord[];
}

const notBelow = (value: number | null, least: number): boolean | null =>
  value === null ? null : value >= least;
const isNot = (value: boolean | null): boolean | null => (value === null ? null : !value);

/** How each check stands; null: not known, which is never fine. */
export const firstFlightStanding = ({
  dock,
  status,
  ageMs,
  steps,
}: FirstFlightFacts): Readonly<Record<FirstFlightCheck, boolean | null>> => {
  const level = linkLevel(ageMs);
  const heard = status !== null && (level === 'live' || level === 'ageing');
  const now = heard ? status : null;
  const telemetry = steps.find(({ step }) => step === 'telemetry');
  return {
    online: heard,
    clock: telemetry ? telemetry.fault !== 'clockOff' : null,
    health: now?.hmsHeard ? now.hms.every((item) => item.level < 2) : null,
    emergencyStop: isNot(now?.emergencyStop ?? null),
    cover: now?.coverState ? now.coverState === 'closed' : null,
    position: now?.position.fixed ?? null,
    home: now?.position.homeValid ?? null,
    drone: dock.droneSn !== null,
    inside: now?.droneInDock ?? null,
    charge: notBelow(now?.charge.percent ?? null, limits.connection.firstFlightCharge),
  };
};
