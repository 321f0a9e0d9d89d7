export { waiverEndpoints } from './waiver.endpoints.ts';
export { flightEndpoints } from './flight.endpoints.ts';
export { createFlightGateway, type FlightGateway } from './flight.gateway.ts';
export { observeFlight } from './flight.evidence.ts';
export { wayReport } from './flight.slots.ts';
export { otherStartUnderWay } from './flight.locks.store.ts';
export { mostInAir } from './flight.gate.ts';
export type { FlightPlanDependencies } from './flight.plans.ts';
export { openStartOf, type StartFilesByCommand } from './flight.start-files.ts';
export {
  gateByHand,
  gateNowOf,
  readRouteFile,
  refuseByGate,
  type FlightObjects,
  type GateNow,
  type HandFlight,
} from './flight.dispatch.ts';
export { flightList, flights } from './flight.list.store.ts';
export { shownCodes } from './flight.present.ts';
export { flightByOid, insertHandFlight } from './flight.store.ts';
export { routeLineOf, unconfirmFlights } from './flight.progress.store.ts';
export { foreseeFlight, type ForeseenFlight } from './flight.foresee.ts';
export { checkRuns, type VerdictDependencies, type VerdictRun } from './flight.verdict.ts';
export { createArranging, createVerdictNow, type ArrangingDependencies } from './flight.arrange.ts';
export { cancelWaiting } from './flight.removal.store.ts';
export { flightVisible } from './flight.seen.store.ts';
export { madeHere, mediaReceived } from './flight.media.store.ts';
export { createWindAnswers, windAbortEndpoints } from './wind-abort.ts';
export { createFlightLook } from './flight.look.ts';
export { createConditionPass } from './flight.condition.ts';
export { keepCondition, storeReady } from './flight.condition.store.ts';
export { flightKind } from './flight.keeping.store.ts';
export { createFlightRetaining } from './flight.keeping.ts';
export { createTurns, type TurnDependencies } from './flight.turn.ts';
export { isSeriesStart } from './flight.turn.store.ts';
export { isWindReturn } from './wind-abort.store.ts';
export { approvalEndpoints } from './approval.endpoints.ts';
export { checkChoices } from './flight.choices.ts';
export { createAssigneePass } from './flight.choices.endpoints.ts';
export { askApproval, createApprovalPass } from './approval.ask.ts';
