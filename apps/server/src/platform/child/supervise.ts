import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '@eyrie/domain';
import type { Log } from '../log.ts';
import { forkBehind } from './behind.ts';
import { childEnvironment } from './environment.ts';
import type { FromChild, ToChild } from './messages.ts';
import { createPulse, waitedForProcessor } from './pulse.ts';

/** A part of the server that lives in a process of its own, so that its death costs nothing but itself. */
export interface SupervisedPart<Ready, Event> {
  /** What the child reported at its last start. */
  readonly ready: Ready;
  readonly running: boolean;
  pid(): number | undefined;
  readonly events: EventEmitter<{ up: [Ready]; down: [string]; event: [Event] }>;
  stop(): Promise<void>;
}

export interface SuperviseOptions<Config, Ready> {
  /** For the log and for errors. */
  name: string;
  script: URL;
  /** The configuration of each start; `last` is what the previous start reported, to keep its ports. */
  config: (last: Ready | undefined) => Config;
  log: Log;
  /**
   * Megabytes of half the space in which the child makes its new objects. Left to itself it grows that space to many
   * times what is alive in it.
   */
  youngMB?: number;
  /** It runs behind this process and its other parts. */
  behind?: boolean;
  /** Ends a first start that is still under way. */
  signal?: AbortSignal;
  /** How often it is asked whether it lives, ms; for tests. */
  pulseEvery?: number;
}

/**
 * Starts a part and keeps it running: a child that dies or stops answering is replaced, at first after 0.1 s, then
 * ever slower up to 2 s. The child ends when this process ends.
 * @throws Error when the very first start fails, with the child's reason.
 */
export async function supervisePart<Config, Ready, Event>(
  options: SuperviseOptions<Config, Ready>,
): Promise<SupervisedPart<Ready, Event>> {
  const part = new Part<Config, Ready, Event>(options);
  await part.start();
  return part;
}

class Part<Config, Ready, Event> implements SupervisedPart<Ready, Event> {
  readonly events = new EventEmitter<{ up: [Ready]; down: [string]; event: [Event] }>();
  readonly #options: SuperviseOptions<Config, Ready>;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;
  #ready: Ready | undefined;
  #running = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: SuperviseOptions<Config, Ready>) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#running;
  }

  get ready(): Ready {
    if (this.#ready === undefined) throw new Error(`${this.#options.name} has not been started`);
    return this.#ready;
  }

  pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const ended = await this.#launch();
    this.#loop = this.#keepRunning(ended);
  }

  /** Starts one child; resolves when it is ready, with a promise of the reason for its end. */
  async #launch(): Promise<{ end: Promise<string> }> {
    const { name, script, config, log, youngMB, behind = false, signal: ending } = this.#options;
    ending?.throwIfAborted();
    const execArgv = youngMB === undefined ? [] : [`--max-semi-space-size=${youngMB}`];
    const child = fork(fileURLToPath(script), [], {
      env: childEnvironment(['TZ', 'NODE_EXTRA_CA_CERTS']),
      ...(behind ? forkBehind(execArgv) : { execArgv }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    const end = once(child, 'exit').then(
      ([code, signal]: unknown[]) => `ended with ${String(signal ?? code)}`,
    );
    child.on('error', (err) => log.error({ err, part: name }, 'the channel to a part failed'));
    const giveUp = (): void => void child.kill('SIGKILL');
    ending?.addEventListener('abort', giveUp);
    this.#say(child, { kind: 'start', config: config(this.#ready) });
    try {
      this.#ready = await this.#untilReady(child, end);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      ending?.removeEventListener('abort', giveUp);
    }
    // Only now: a child that still loads its program answers nobody, however well it is.
    const pulse = this.#watchPulse(child);
    void end.then(() => clearInterval(pulse));
    this.#running = true;
    this.events.emit('up', this.#ready);
    return { end };
  }

  #untilReady(child: ChildProcess, end: Promise<string>): Promise<Ready> {
    const { name } = this.#options;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${name} does not start in time`)),
        limits.restart.childReady,
      );
      void end.then((reason) => reject(new Error(`${name} ${reason} while starting`)));
      child.on('message', (message: FromChild<Ready, Event>) => {
        if (message.kind === 'event') this.events.emit('event', message.event);
        if (message.kind === 'failed') reject(new Error(`${name} cannot start: ${message.message}`));
        if (message.kind === 'ready') {
          clearTimeout(timer);
          resolve(message.ready);
        }
      });
    });
  }

  /** A child that hangs looks alive to the system; one that could answer its parent and does not is replaced. */
  #watchPulse(child: ChildProcess): NodeJS.Timeout {
    const every = this.#options.pulseEvery ?? limits.restart.pulseEvery;
    const pulse = createPulse({ every, within: limits.restart.pulsesMissed * every });
    child.on('message', (message: FromChild<Ready, Event>) => {
      if (message.kind === 'pong') pulse.beat();
    });
    const timer = setInterval(() => {
      if (pulse.isHung(child.pid === undefined ? null : waitedForProcessor(child.pid))) child.kill('SIGKILL');
      this.#say(child, { kind: 'ping' });
    }, every);
    return timer.unref();
  }

  #say(child: ChildProcess, message: ToChild<Config>): void {
    if (child.connected) child.send(message, () => undefined);
  }

  async #keepRunning(first: { end: Promise<string> }): Promise<void> {
    const { name, log } = this.#options;
    let current: { end: Promise<string> } | undefined = first;
    let wait: number = limits.restart.first;
    let startedAt = performance.now();
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (current) {
        const reason = await current.end;
        this.#running = false;
        if (signal.aborted) return;
        log.error({ part: name, reason }, 'a part of the server died; starting it again');
        this.events.emit('down', reason);
        if (performance.now() - startedAt > limits.restart.stableAfter) wait = limits.restart.first;
      }
      await delay(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, limits.restart.most);
      if (signal.aborted) return;
      startedAt = performance.now();
      current = await this.#launch().catch((err: unknown) => {
        log.error({ part: name, err }, 'a part of the server could not be started');
        return undefined;
      });
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const end = once(child, 'exit');
      this.#say(child, { kind: 'stop' });
      const timer = setTimeout(() => child.kill('SIGKILL'), limits.restart.childStop);
      await end;
      clearTimeout(timer);
    }
    await this.#loop;
  }
}
