export * from './remote-controller.calls.ts';
export type { Consent, ConsentState, ControllerState } from './remote-controller.topics.ts';
export * from './power.ts';
