import type { FromChild, ToChild } from './messages.ts';

/** A started part inside its child process. */
export interface RunningPart<Ready> {
  /** What the parent needs to know, such as the ports in use. */
  ready: Ready;
  stop(): Promise<void>;
}

/**
 * The frame of a child process: waits for its configuration, starts the part, reports, and ends when told to or
 * when the parent is gone. An error that nobody caught ends the process; the parent starts it anew.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what its parent sends and hears
export function servePart<Config, Ready, Event>(
  start: (config: Config, emit: (event: Event) => void) => Promise<RunningPart<Ready>>,
): void {
  let part: RunningPart<Ready> | undefined;
  const say = (message: FromChild<Ready, Event>): void => {
    // The channel may close between the check and the send; the disconnect handler ends the process then.
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  const begin = async (config: Config): Promise<void> => {
    try {
      part = await start(config, (event) => say({ kind: 'event', event }));
      say({ kind: 'ready', ready: part.ready });
    } catch (error) {
      say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const leave = async (): Promise<void> => {
    await part?.stop();
    process.exit(0);
  };
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C in a terminal reaches the whole group: the parent decides about the order of the end.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void leave());
  process.on('message', (message: ToChild<Config>) => {
    if (message.kind === 'ping') say({ kind: 'pong' });
    else if (message.kind === 'stop') void leave();
    else {
      void begin(message.config);
    }
  });
}
