export * from './remote-controller.calls.ts';
export {
  consentStates,
  type Consent,
  type ConsentState,
  type ControllerState,
} from './remote-controller.topics.ts';
export * from './power.ts';
