export * from './webhook.calls.ts';
