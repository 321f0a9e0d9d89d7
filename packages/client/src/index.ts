export { createClient } from './client.ts';
export type { CallRequest, Client, ClientOptions } from './client.ts';
export type { CallOptions } from './transport.ts';
export * from './errors.ts';
export * from './key.ts';
export { readAnswer, unreadable } from './answer.ts';
export * from './live.ts';
