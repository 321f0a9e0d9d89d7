export { AcknowledgeFlight } from './acknowledge.tsx';
export { ApprovalFacts, ApprovalState, ApproveDialog, RejectForm } from './approval-forms.tsx';
export { useWaitingApprovals } from './approval.queries.ts';
export { BrokenOff } from './broken-off.tsx';
export { AnsweredChecklist, Checklist } from './checklist.tsx';
export { choiceColumns } from './choice-columns.tsx';
export {
  AiTypesSelect,
  AssigneeSelect,
  OrderTypeSelect,
  TakenDevice,
  useFlightChoices,
} from './choice-selects.tsx';
export { CommandLog } from './command-log.tsx';
export { DockChoice } from './dock-choice.tsx';
export { freeTimes, checkDocks, nearestAble, type JudgedDock, type Unfit } from './fitness.ts';
export { flownSeconds } from './flown-seconds.ts';
export { flightFilters } from './flight-filters.ts';
export { FlightFigures } from './flight-figures.tsx';
export {
  faultsFrom,
  faultsOf,
  flightRequest,
  suggestedAltitude,
  type FlightDraft,
  type FlightFaults,
} from './flight-form.rules.ts';
export { FieldFault, FlightSettings } from './flight-settings.tsx';
export { outcomeStyle, standingOf, stepBeside, waypointNumber, type FlightStanding } from './flight-style.ts';
export { FlightOutcomeMark, FlightState } from './flight-state.tsx';
export { FlightTrack } from './flight-track.tsx';
export { gateReady, gateStanding, type GateStanding } from './gate-standing.ts';
export { SeriesFlights, SeriesPart } from './series-flights.tsx';
export { useSeriesAdd } from './series.queries.ts';
export {
  firstSeries,
  hasFaults,
  noSeriesFaults,
  seriesFaults,
  seriesRequest,
  sharedParts,
  withoutPart,
  withPart,
  type PartDraft,
  type SeriesDraft,
  type SeriesFaults,
} from './series-draft.ts';
export { FlightHold } from './flight-hold.tsx';
export { flightRetentionAction } from './flight-retention.tsx';
export { GateList } from './gate-list.tsx';
export { Waivers } from './waivers.tsx';
export { WindAborts, WindQuestion } from './wind-question.tsx';
export { useFlight, useFlightAdd, useFlights, useFlightsFollow, useFlightTrack } from './flight.queries.ts';
