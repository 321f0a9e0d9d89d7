export { flightEndpoints } from './flight.endpoints.ts';
export { createFlightGateway, type FlightGateway } from './flight.gateway.ts';
export { flightPlans } from './flight.plans.ts';
export { openStartOf, type StartFilesByCommand } from './flight.start-files.ts';
export { gateNowOf, readRouteFile, type FlightObjects, type GateNow } from './flight.dispatch.ts';
export { flights } from './flight.list.store.ts';
export { flightByOid } from './flight.store.ts';
export { routeLineOf, unconfirmFlights } from './flight.progress.store.ts';
