export * from './command.ts';
export * from './command.calls.ts';
export type { ControlChange, OrderOffers } from './command.topics.ts';
export * from './evidence.ts';
export type { CommandRule, OrderFacts, OrderMoment, ToolFacts } from './order.ts';
