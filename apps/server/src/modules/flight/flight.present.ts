import {
  flightPhase,
  nameIn,
  nameLanguageOf,
  readStoredGate,
  seenEndReasons,
  stepFits,
  waypointBefore,
  type BreakPoint,
  type FlightRecord,
  type Names,
  type RouteLine,
} from '@eyrie/domain';
import { errorMessage, errorText, flightStepOf, isEndedByPerson } from '@eyrie/dji';
import type { Language } from '../../platform/http/endpoint.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';
import { isBlockedBreak, storedReason } from './flight.break.ts';
import { breakOf } from './flight.continue.ts';
import type { ShownFlight } from './flight.list.store.ts';

const waitingOn = (resources: ReadonlySet<string>, ordered: boolean): string[] => [
  ...(resources.has('flight:edit') && !ordered ? ['edit'] : []),
  ...(resources.has('flight:start') ? ['startJob'] : []),
  ...(resources.has('flight:edit') ? ['delete'] : []),
];

/** Words the caller may say about a flight in its state. */
const allowedOn = (
  resources: ReadonlySet<string>,
  { state, ordered, takeOffTo }: Pick<ShownFlight, 'state' | 'ordered' | 'takeOffTo'>,
): string[] => [
  // A flight by hand was ordered as soon as there is one, and is never ordered again.
  ...(takeOffTo === null && state === 'created' ? waitingOn(resources, ordered) : []),
  ...(resources.has('dock:control') && state !== 'over' ? ['forceEndJob'] : []),
];

/** Why a flight ended as it did: a device's code explained, or one of our own reasons. */
const outcomeMessage = (reason: string | null, language: Language): string | null => {
  if (reason === null) return null;
  if (/^-?\d+$/.test(reason)) {
    const code = Number(reason);
    return isEndedByPerson(code) ? errorText(code, language) : errorMessage(code, language);
  }
  const id = [`flight.reason.${reason}`, `refusal.${reason}`].find(hasPhrase);
  return id ? say(language, id) : reason;
};

/** The same, after what its aircraft did without an order. */
const messageOf = ({ unordered, outcomeReason }: ShownFlight, language: Language): string | null => {
  const reason = outcomeMessage(outcomeReason, language);
  if (unordered === null) return reason;
  const moved = say(language, `flight.unordered.${unordered}`);
  return reason === null ? moved : say(language, 'flight.unordered.with', { moved, reason });
};

/** Where a flight stands, as its gateway stored it; of one that nobody follows yet, by its own row. */
const standingOf = (
  row: ShownFlight,
): Pick<FlightRecord, 'phase' | 'progress' | 'secondsLeft' | 'stepName'> => {
  const phase =
    row.state === 'inFlight' && row.phase
      ? row.phase
      : flightPhase({
          state: row.state,
          status: row.paused ? 'paused' : row.progressAt ? 'in_progress' : null,
          missionState: row.missionState,
          taskState: null,
          mode: null,
          before: null,
        });
  const step = flightStepOf(row.dockModel, row.step);
  return {
    phase,
    progress: row.progress,
    secondsLeft: row.secondsLeft,
    stepName: step && stepFits(step, phase) ? step : null,
  };
};

const learnedBy = ({ state, outcomeReason: reason }: ShownFlight): FlightRecord['learnedBy'] => {
  if (state !== 'over') return null;
  return seenEndReasons.some((seen) => seen === reason) ? 'dockState' : 'report';
};

const placed = (
  { lines, waypointCount }: Pick<ShownFlight, 'lines' | 'waypointCount'>,
  point: BreakPoint | null,
): FlightRecord['breakPoint'] => {
  const place = point && waypointBefore({ lines: lines as RouteLine[] | null, waypointCount }, point);
  return point && place !== null ? { ...point, place } : null;
};

const brokenAt = (row: ShownFlight): FlightRecord['breakPoint'] => {
  const { state, outcome, lines } = row;
  const kept = { start_time: row.startTime, break_point: row.breakPoint, waypoint_count: row.waypointCount };
  return placed(row, breakOf({ state, outcome, lines, ...kept }));
};

/** Whether another flight may fly its rest, as far as its record says: the route is looked at when that is arranged. */
const mayContinue = (
  { breakPoint, continuedByOID, routeOID }: ShownFlight,
  broken: FlightRecord['breakPoint'],
  resources: ReadonlySet<string>,
): boolean =>
  broken !== null &&
  routeOID !== null &&
  continuedByOID === null &&
  !isBlockedBreak(breakPoint) &&
  resources.has('flight:edit');

/** The arrangement of a flight as its reader sees it, with the reason of its turn in words. */
const seriesOf = ({ series }: ShownFlight, language: Language): FlightRecord['series'] => {
  if (series?.turn === null || series === null) return series as null;
  const { state, reason, values } = series.turn;
  const id = [`series.turn.${reason}`, `task.run.reason.${reason}`, `refusal.${reason}`].find(hasPhrase);
  const items = String(values?.['items'] ?? '')
    .split(', ')
    .map((item) => (hasPhrase(`gate.${item}`) ? say(language, `gate.${item}`) : item))
    .join(' · ');
  const message = reason !== null && id ? say(language, id, { ...values, items }) : reason;
  return { ...series, turn: { state, reason, message } };
};

/** Codes by their names; one that is no longer in its code table is shown as it was chosen. */
export const shownCodes = (
  {
    aiCodes,
    aiNamed,
    orderCode,
    orderNamed,
  }: Pick<ShownFlight, 'aiCodes' | 'aiNamed' | 'orderCode' | 'orderNamed'>,
  language: Language,
): Pick<FlightRecord, 'aiTypes' | 'workOrderType'> => {
  const shown = (code: string, found: { names: Names } | null | undefined) => ({
    code,
    name: (found ? nameIn(found.names, nameLanguageOf(language)).name : '') || code,
  });
  return {
    aiTypes: aiCodes.map((code) =>
      shown(
        code,
        aiNamed?.find((one) => one.code === code),
      ),
    ),
    workOrderType: orderCode === null ? null : shown(orderCode, orderNamed),
  };
};

/** A flight as its reader sees it. */
export const presentFlight = (
  row: ShownFlight,
  resources: ReadonlySet<string>,
  language: Language,
): FlightRecord => {
  const {
    ordered: _ordered,
    lines: _lines,
    partTaken,
    aiCodes: _aiCodes,
    aiNamed: _aiNamed,
    orderCode: _orderCode,
    orderNamed: _orderNamed,
    ...rest
  } = row;
  const { dockVendor, ...shown } = rest;
  const again = row.series !== null && row.state === 'over' && !partTaken && resources.has('flight:edit');
  const broken = brokenAt(row);
  return {
    ...shown,
    series: seriesOf(row, language),
    outcomeMessage: messageOf(row, language),
    learnedBy: learnedBy(row),
    breakReason: storedReason({ paused: row.paused, break_point: row.breakPoint }),
    breakPoint: broken,
    startsAt: placed(row, row.startsAt),
    ...standingOf(row),
    ...shownCodes(row, language),
    protocol: dockVendor === 'own' ? 'open' : 'cloud',
    gate: readStoredGate(row.gate),
    allowed: [
      ...allowedOn(resources, row),
      // A part that is flown again from its beginning is not continued beside it.
      ...(mayContinue(row, broken, resources) && !partTaken ? ['continue'] : []),
      ...(again ? ['again'] : []),
      ...(resources.has('flight:keep') ? [row.heldAt === null ? 'hold' : 'release'] : []),
    ],
  };
};
