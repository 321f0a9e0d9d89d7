import { droneModes, limits, replayFigures, type FlightReplay } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { commandWords } from '../command/index.ts';
import { planOf, spanOf, type RecordFlight } from './flight-record.facts.ts';
import { recordedSpan, thinnedRows, type ThinnedRow } from './flight-record.store.ts';
import { recordedAlarms, recordedCommands, recordedControl } from './record-events.store.ts';

const figuresOf = (rows: readonly ThinnedRow[]): FlightReplay['columns'] => {
  const figures = Object.fromEntries(
    replayFigures.map((figure) => [figure, rows.map((row) => row[figure])]),
  ) as Omit<FlightReplay['columns'], 'at' | 'gaps'>;
  return {
    ...figures,
    at: rows.map(({ at }) => at),
    gaps: rows.flatMap(({ afterGap }, place) => (afterGap ? [place] : [])),
  };
};

const phasesOf = (rows: readonly ThinnedRow[]): FlightReplay['phases'] =>
  rows.flatMap(({ at, modeCode }, place) =>
    modeCode === null || (place > 0 && rows[place - 1]?.modeCode === modeCode)
      ? []
      : [{ at, mode: droneModes[modeCode] ?? 'unknown' }],
  );

/** Charging on the way counts for nothing: an aircraft has one battery for a flight. */
const cyclesOf = (rows: readonly ThinnedRow[]): number | null => {
  const first = rows.find(({ percent }) => percent !== null)?.percent ?? null;
  const last = rows.findLast(({ percent }) => percent !== null)?.percent ?? null;
  return first === null || last === null ? null : Math.max(0, first - last) / 100;
};

/** Stretches are whole seconds, so that moments of different flights compare. */
const resolutionOf = (length: number, total: number): number => {
  const { points } = limits.flightRecord;
  return total <= points ? 0 : Math.max(1_000, Math.ceil(length / points / 1_000) * 1_000);
};

/** What was recorded, thinned to a replay. */
export const thinnedOf = async (db: DbOrTrx, { oid, gap }: Pick<RecordFlight, 'oid' | 'gap'>) => {
  const { total, first, last } = await recordedSpan(db, oid);
  const resolution = resolutionOf((last ?? 0) - (first ?? 0), total);
  const rows = first === null ? [] : await thinnedRows(db, oid, { first, resolution, gap });
  return { total, first, last, resolution, rows, columns: figuresOf(rows) };
};

/** @param now server time, ms */
export async function replayOf(
  db: DbOrTrx,
  flight: RecordFlight,
  { language, now }: { language: Language; now: number },
): Promise<FlightReplay> {
  const { gap } = flight;
  const span = spanOf(flight, now);
  const [{ total, first, last, resolution, rows, columns }, commands, alarms, control] = await Promise.all([
    thinnedOf(db, flight),
    recordedCommands(db, span),
    recordedAlarms(db, span),
    recordedControl(db, span),
  ]);
  const { events } = limits.flightRecord;
  const shown = <T>(list: readonly T[]): T[] => list.slice(0, events);
  return {
    oid: flight.oid,
    taskName: flight.taskName,
    dockName: flight.dockName,
    droneName: flight.droneName,
    state: flight.state,
    outcome: flight.outcome,
    dueAt: flight.dueAt?.getTime() ?? null,
    startTime: flight.startTime?.getTime() ?? null,
    from: Math.min(span.from.getTime(), first ?? Infinity),
    to: Math.max(span.to.getTime(), last ?? 0),
    total,
    resolution,
    gap,
    columns,
    phases: phasesOf(rows),
    commands: shown(commands).map((command) => ({
      oid: command.oid,
      at: command.at,
      method: command.method,
      state: command.state,
      message: commandWords(language, command),
      by: command.by,
    })),
    alarms: shown(alarms),
    control: shown(control).map(({ at, action, outcome, control: of, by, from }) => ({
      at,
      action,
      outcome,
      control: of,
      by,
      from,
    })),
    more: [commands, alarms, control].some((list) => list.length > events),
    plan: planOf(flight),
    batteryCycles: cyclesOf(rows),
  };
}
