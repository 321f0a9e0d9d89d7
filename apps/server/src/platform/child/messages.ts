/** What parent and child of one part say to each other over the process channel. */
export type ToChild<Config> = { kind: 'start'; config: Config } | { kind: 'stop' } | { kind: 'ping' };

export type FromChild<Ready, Event> =
  | { kind: 'ready'; ready: Ready }
  | { kind: 'failed'; message: string }
  | { kind: 'event'; event: Event }
  | { kind: 'pong' };
