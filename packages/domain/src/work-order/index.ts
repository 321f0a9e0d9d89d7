export * from './affirm-rule.calls.ts';
export * from './order-target.calls.ts';
export * from './order-target.ts';
export * from './work-order.ts';
export * from './work-order.calls.ts';
export * from './same-view.ts';
export type { ComparedPicture } from './calls-of-comparing.ts';
export type { FlightAgain } from './calls-of-again.ts';
export type { FieldAnswer, FieldStanding, FieldStep, FieldWork } from './calls-of-field.ts';
