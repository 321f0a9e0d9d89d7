import { limits } from '../limits.ts';
import type { DockStatus } from '../telemetry/dock-status.ts';
import type { GateItem, GateItemName } from './flight.ts';

export interface GateInput {
  /** Null when nothing was ever received. */
  dock: DockStatus | null;
  /** Age in ms of the oldest part of the dock's state that the gate reads. Null: unknown. */
  ageMs: number | null;
  /** Dock 1 has push rods; the others have none and the item passes. */
  hasPutter: boolean;
  /** Seconds the route takes, and the rated seconds of the aircraft model. Null: model unknown. */
  routeSeconds: number;
  ratedSeconds: number | null;
  windLimit: number;
  returnAltitude: number;
  highestObstacle: number;
  /** Height limit of the aircraft in metres; null while it was never told. */
  heightLimit: number | null;
  lostAction: string | null;
  /** Route file: same checksum as reviewed, and no finding that blocks it. */
  checksumMatches: boolean;
  routeBlocked: boolean;
  otherFlight: string | null;
  maintenance: 'none' | 'awaiting' | 'under';
  maintenanceBlocks: boolean;
  insuranceUntil: number | null;
  insuranceBlocks: boolean;
  now: number;
}

type Verdict = GateItem['verdict'];
const item = (
  name: GateItemName,
  verdict: Verdict,
  value: GateItem['value'] = null,
  limit: GateItem['limit'] = null,
): GateItem => ({
  item: name,
  verdict,
  value,
  limit,
});
const judged = <T extends string | number | boolean>(
  name: GateItemName,
  value: T | null | undefined,
  ok: (value: T) => boolean,
  limit: GateItem['limit'] = null,
): GateItem => {
  if (value === null || value === undefined) return item(name, 'unknown', null, limit);
  return item(name, ok(value) ? 'ok' : 'bad', typeof value === 'boolean' ? String(value) : value, limit);
};

const battery = (input: GateInput): GateItem => {
  const percent = input.dock?.charge.percent ?? null;
  if (percent === null || input.ratedSeconds === null || input.ratedSeconds <= 0)
    return item('battery', 'unknown', percent);
  const need = Math.ceil((input.routeSeconds / input.ratedSeconds) * 100) + limits.gate.batteryReservePercent;
  return item('battery', percent >= need ? 'ok' : 'bad', percent, need);
};

const positioning = (input: GateInput): GateItem => {
  const position = input.dock?.position;
  if (!position || position.fixed === null) return item('positioning', 'unknown');
  return item('positioning', position.fixed ? 'ok' : 'bad', position.quality);
};

const storage = (input: GateInput): GateItem => {
  const held = input.dock?.storage;
  if (!held || held.totalKB === null || held.usedKB === null) return item('storage', 'unknown');
  const free = held.totalKB - held.usedKB;
  return item('storage', free >= limits.gate.storageFreeKB ? 'ok' : 'bad', free, limits.gate.storageFreeKB);
};

const health = (input: GateInput): GateItem => {
  if (!input.dock) return item('health', 'unknown');
  const red = input.dock.hms.find((entry) => entry.level >= 2);
  return red ? item('health', 'bad', red.code) : item('health', 'ok');
};

const returnAltitude = (input: GateInput): GateItem => {
  const ceiling = Math.min(
    input.heightLimit ?? limits.flight.returnAltitudeMax,
    limits.flight.returnAltitudeMax,
  );
  const floor = Math.max(limits.flight.returnAltitudeMin, input.highestObstacle);
  const fits = input.returnAltitude >= floor && input.returnAltitude <= ceiling;
  return item('returnAltitude', fits ? 'ok' : 'bad', input.returnAltitude, `${floor}-${ceiling}`);
};

const due = (name: GateItemName, bad: boolean, blocks: boolean, value: GateItem['value']): GateItem =>
  item(name, bad ? (blocks ? 'bad' : 'warn') : 'ok', value);

/** A date that was never entered keeps an aircraft down only where the organisation insists on one. */
const insurance = ({ insuranceUntil, insuranceBlocks, now }: GateInput): GateItem =>
  insuranceUntil === null && insuranceBlocks
    ? item('insurance', 'unknown')
    : due('insurance', insuranceUntil !== null && insuranceUntil < now, insuranceBlocks, insuranceUntil);

/**
 * The pre-flight gate. Judges every item from the dock's own fresh state; an item that is not known
 * blocks like a bad one. The list is stored with the flight.
 */
export const evaluateGate = (input: GateInput): GateItem[] => {
  const dock = input.dock;
  return [
    item(
      'dataAge',
      input.ageMs === null ? 'unknown' : input.ageMs <= limits.command.stateFresh ? 'ok' : 'bad',
      input.ageMs,
      limits.command.stateFresh,
    ),
    judged(
      'clock',
      dock?.clockOffset,
      (offset) => Math.abs(offset) <= limits.dock.clockDifference,
      limits.dock.clockDifference,
    ),
    judged('dockIdle', dock?.workState, (state) => state === 'idle'),
    item('otherFlight', input.otherFlight ? 'bad' : 'ok', input.otherFlight),
    judged('emergencyStop', dock?.emergencyStop, (pressed) => !pressed),
    battery(input),
    judged('wind', dock?.wind, (wind) => wind <= input.windLimit, input.windLimit),
    judged('rain', dock?.rainfall, (rain) => rain === 'none'),
    positioning(input),
    judged('home', dock?.position.homeValid, (valid) => valid),
    storage(input),
    judged('cover', dock?.coverState, (state) => state === 'closed' || state === 'open'),
    input.hasPutter
      ? judged('putter', dock?.putterState, (state) => state === 'closed' || state === 'extended')
      : item('putter', 'ok'),
    health(input),
    due(
      'maintenance',
      input.maintenance !== 'none',
      input.maintenanceBlocks || input.maintenance === 'under',
      input.maintenance,
    ),
    insurance(input),
    returnAltitude(input),
    judged('lostAction', input.lostAction, (action) => action === 'return' || action === 'continue'),
    item('region', 'ok'),
    item('route', input.checksumMatches && !input.routeBlocked ? 'ok' : 'bad'),
  ];
};

/** Items that keep the aircraft on the ground. */
export const blockingItems = (gate: readonly GateItem[]): GateItem[] =>
  gate.filter((entry) => entry.verdict === 'bad' || entry.verdict === 'unknown');
