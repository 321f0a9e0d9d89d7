export type { GroundReaders } from './fly-to.judge.ts';
export {
  answerWay,
  flightControlEndpoints,
  type WayAnswer,
  type WayQuestion,
} from './flight-control.endpoints.ts';
