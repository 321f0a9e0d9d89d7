import {
  motionIn,
  openDeviceLimits,
  type OpenExchange,
  type OpenTrial,
  type OpenTrialCommand,
} from '@eyrie/domain';
import { Movements, type Movement } from './movements.ts';
import { TrialConsole, type TrialConsoleOptions } from './trial-console.ts';

export interface TrialOptions extends TrialConsoleOptions {
  /** ms in which the device must come, come back, and end a movement. */
  within: number;
  /** The console listens there now. */
  opened(port: number): void;
  /** What is tried now. */
  trying(what: string): void;
}

/** How long a stop may take to show. */
const restPatience = openDeviceLimits.ackWithin + openDeviceLimits.heartbeat;
/** A movement that does not show itself is taken to have begun after so long, ms. */
const beginPatience = 2_500;
/** States are watched at least this long in one connection. */
const watchAtLeast = 10_500;
/** By how much the last welcome is ahead, ms; a command that then has expired has not by the clock of the device. */
const ahead = 600_000;

/** Waits for a device, tries every rule on it and gives what was said; it is judged elsewhere. */
export async function tryOpenDevice(options: TrialOptions): Promise<OpenExchange> {
  const trialled = new TrialConsole(options);
  options.opened(await trialled.open());
  try {
    await new Trial(options, trialled).run();
  } finally {
    await trialled.close();
  }
  return { sn: options.sn, kind: options.kind, entries: trialled.record.entries };
}

class Trial {
  readonly #options: TrialOptions;
  readonly #console: TrialConsole;
  #movements: Movements | null = null;

  constructor(options: TrialOptions, trialled: TrialConsole) {
    this.#options = options;
    this.#console = trialled;
  }

  async run(): Promise<void> {
    const { trying, now, within } = this.#options;
    trying('waiting for the device');
    const welcome = await this.#console.welcomed(0, within);
    const from = now();
    if (!welcome?.accepted) return;
    if (await this.#atRest()) {
      await this.#refusals();
      await this.#finalState();
      await this.#once();
      await this.#stop();
    }
    await this.#console.record.watch(Math.max(0, from + watchAtLeast - now()));
    await this.#reconnect();
  }

  /** Nothing can be seen of a command while something else moves. */
  async #atRest(): Promise<boolean> {
    const trialled = this.#console;
    this.#options.trying('bringing the device to rest');
    const { mark } = trialled.record;
    const { id } = trialled.order('settle', { name: 'stop', arguments: {} });
    await trialled.acked(mark, id);
    const rest = await trialled.state(mark, this.#options.within, (state) => motionIn(state) === null);
    const { hello } = trialled;
    if (rest && hello) {
      this.#movements = new Movements(hello, rest);
      return true;
    }
    const why = 'the device did not come to rest after a stop';
    const trials = [
      'expired',
      'unknownCommand',
      'invalidArguments',
      'ownCommands',
      'finalState',
      'once',
      'stopped',
    ];
    for (const trial of [...trials, 'broken', 'refusedWelcome', 'serverTime'] as OpenTrial[])
      trialled.skip(trial, why);
    return false;
  }

  #movement(trial: OpenTrial, far = false): Movement | null {
    const movement = this.#movements?.next(this.#console.lastState, far) ?? null;
    if (!movement && this.#movements) this.#console.skip(trial, this.#movements.missing);
    return movement;
  }

  /** Sends a command that is to be rejected, and watches whether something moves all the same. */
  async #refused(
    trial: OpenTrial,
    order: (Movement | { name: string; arguments: object }) | null,
    livesFor?: number,
  ) {
    if (!order) return;
    this.#options.trying(trial);
    const { mark } = this.#console.record;
    const { id } = this.#console.order(trial, livesFor === undefined ? order : { ...order, livesFor });
    await this.#console.acked(mark, id);
    await this.#console.states();
  }

  async #refusals(): Promise<void> {
    const movements = this.#movements;
    if (!movements) return;
    const late = movements.next(this.#console.lastState) ?? { name: 'stop', arguments: {} };
    await this.#refused('expired', late, -30_000);
    await this.#refused('unknownCommand', { name: 'noSuchCommand', arguments: {} });
    if (!movements.misfit)
      this.#console.skip('invalidArguments', 'none of its commands has arguments that could be wrong');
    await this.#refused('invalidArguments', movements.misfit);
    if (!movements.foreign)
      this.#console.skip('ownCommands', 'its hello names every command of the contract');
    await this.#refused('ownCommands', movements.foreign);
  }

  async #finalState(): Promise<void> {
    const movement = this.#movement('finalState');
    if (!movement) return;
    this.#options.trying('finalState');
    const { mark } = this.#console.record;
    const { id } = this.#console.order('finalState', movement);
    if (!(await this.#accepted(mark, id))) return;
    await this.#console.ended(mark, id, this.#options.within);
    await this.#console.states();
  }

  async #once(): Promise<void> {
    const movement = this.#movement('once');
    if (!movement) return;
    this.#options.trying('once');
    const { mark } = this.#console.record;
    const command = this.#console.order('once', movement);
    const accepted = await this.#accepted(mark, command.id);
    await this.#repeat(command);
    if (!accepted) return;
    await this.#console.ended(mark, command.id, this.#options.within);
    await this.#console.states(1);
    await this.#repeat(command);
    await this.#console.states();
  }

  async #repeat(command: OpenTrialCommand): Promise<void> {
    const { mark } = this.#console.record;
    this.#console.send('once', command);
    await this.#console.acked(mark, command.id);
  }

  async #stop(): Promise<void> {
    const movement = this.#movement('stopped', true);
    if (!movement) return;
    this.#options.trying('stop');
    const id = await this.#begin('stopped', movement);
    if (id === null)
      return this.#console.skip('stop', `${movement.name} was not accepted, so nothing could be stopped`);
    const { mark } = this.#console.record;
    const stop = this.#console.order('stop', { name: 'stop', arguments: {} });
    await this.#console.acked(mark, stop.id);
    await this.#console.ended(mark, id, restPatience);
    await this.#console.state(mark, restPatience, (state) => motionIn(state) === null);
    await this.#console.states(1);
  }

  async #reconnect(): Promise<void> {
    const movement = this.#movement('broken', true);
    this.#options.trying('helloAgain and nothingResumed');
    if (movement && (await this.#begin('broken', movement)) === null)
      this.#console.skip('broken', `${movement.name} was not accepted`);
    if (!(await this.#cut({ accepted: true, ahead: 0 }))) return;
    await this.#console.states(3);
    await this.#settle();
    await this.#refusedWelcome();
    if (!(await this.#cut({ accepted: true, ahead }))) return;
    await this.#console.states();
    await this.#refused('serverTime', this.#movement('serverTime'));
  }

  /** A device that moves all the same is stopped, and a dock is left closed. */
  async #settle(): Promise<void> {
    const moving = this.#console.lastState;
    if (moving && motionIn(moving) !== null && !(await this.#atRest())) return;
    const cover = this.#console.lastState?.dock?.cover;
    const movement = this.#movements?.next(this.#console.lastState);
    if (cover === undefined || cover === 'closed' || !movement) return;
    const { mark } = this.#console.record;
    const { id } = this.#console.order('settle', movement);
    await this.#console.ended(mark, id, this.#options.within);
    await this.#console.states();
  }

  async #refusedWelcome(): Promise<void> {
    const movement = this.#movement('refusedWelcome');
    this.#options.trying('refusedWelcome');
    if (!(await this.#cut({ accepted: false, ahead: 0 })))
      return this.#console.skip('refusedWelcome', 'it did not come back in time');
    if (!movement) return;
    const { mark } = this.#console.record;
    const { id } = this.#console.order('refusedWelcome', movement);
    await this.#console.acked(mark, id);
    await this.#console.record.watch(this.#options.heartbeat * 2);
  }

  /** True when the device said hello again. */
  async #cut(answer: { accepted: boolean; ahead: number }): Promise<boolean> {
    const { mark } = this.#console.record;
    this.#console.cut(answer);
    return (await this.#console.welcomed(mark, this.#options.within)) !== null;
  }

  async #accepted(mark: number, id: string): Promise<boolean> {
    return (await this.#console.acked(mark, id))?.result === 'accepted';
  }

  /** Lets a movement begin; gives its id once it shows, null when it was not accepted. */
  async #begin(trial: OpenTrial, movement: Movement): Promise<string | null> {
    const { mark } = this.#console.record;
    const { id } = this.#console.order(trial, movement);
    if (!(await this.#accepted(mark, id))) return null;
    await this.#console.state(mark, beginPatience, (state) => motionIn(state) !== null);
    return id;
  }
}
