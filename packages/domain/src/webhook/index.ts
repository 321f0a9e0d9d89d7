export * from './webhook.calls.ts';
export * from './webhook.events.ts';
