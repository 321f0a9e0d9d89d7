import { openDeviceTopic, type OpenDeviceUp } from './open-device.ts';
import type { OpenEntry, OpenExchange, OpenTrial, OpenTrialCommand } from './exchange.ts';

const sn = 'ROBOT-1';
const start = 1_790_000_000_000;
const base = { lng: 104.06, lat: 30.57 };
/** Another place than where the device rests. */
export const eastOfExchange = { lng: 104.061, lat: 30.57 };

const trials = [
  'settle',
  'expired',
  'unknownCommand',
  'invalidArguments',
  'ownCommands',
  'finalState',
  'once',
  'stopped',
  'stop',
  'broken',
  'refusedWelcome',
  'serverTime',
] as const satisfies OpenTrial[];

/** The id of the command of a trial. */
export const commandOf = (trial: OpenTrial): string =>
  `00000000-0000-4000-8000-${String(trials.indexOf(trial)).padStart(12, '0')}`;

/** Writes an exchange as it happens between a console and a device that keeps every rule. */
class ExchangeWriter {
  readonly entries: OpenEntry[] = [];
  #at = start;
  #seq = 0;

  pass(ms: number): this {
    this.#at += ms;
    return this;
  }

  connect(accepted = true, ahead = 0): this {
    this.#seq = 0;
    this.entries.push({ at: this.#at, kind: 'signedIn', userName: sn, will: null });
    for (const last of ['welcome', 'command'] as const)
      this.entries.push({ at: this.#at, kind: 'subscribed', topic: openDeviceTopic(sn, last) });
    const commands = ['goTo', 'patrol', 'returnToBase', 'stop'];
    this.say('hello', { protocol: 1, kind: 'robot', at: this.#at, vendor: 'Acme', model: 'Rover', commands });
    const reason = accepted ? null : 'notRegistered';
    const serverTime = this.#at + ahead;
    const welcome = { accepted, reason, serverTime, heartbeat: 2_000 } as const;
    this.entries.push({ at: this.#at, kind: 'welcomed', welcome });
    return this;
  }

  cut(): this {
    this.entries.push({ at: this.#at, kind: 'closed', by: 'trial' });
    return this.pass(500);
  }

  say(last: OpenDeviceUp, body: object): this {
    const text = JSON.stringify(body);
    const topic = openDeviceTopic(sn, last);
    const qos = last === 'state' ? 0 : 1;
    const { length: bytes } = text;
    this.entries.push({
      at: this.#at,
      kind: 'published',
      topic,
      text,
      bytes,
      retained: false,
      qos,
      dup: false,
    });
    return this;
  }

  state(more: object = {}): this {
    this.pass(1_900);
    return this.say('state', {
      at: this.#at,
      seq: this.#seq++,
      mode: 'idle',
      place: base,
      percent: 80,
      ...more,
    });
  }

  order(trial: OpenTrial, more: Partial<OpenTrialCommand> = {}): this {
    const times = { issuedAt: this.#at, expiresAt: this.#at + 60_000 };
    const command = { id: commandOf(trial), name: 'goTo', arguments: eastOfExchange, ...times, ...more };
    this.entries.push({ at: this.#at, kind: 'ordered', trial, command });
    return this.pass(100);
  }

  accepts(trial: OpenTrial): this {
    return this.say('ack', { id: commandOf(trial), result: 'accepted' });
  }

  rejects(trial: OpenTrial, reason: string): this {
    return this.say('ack', { id: commandOf(trial), result: 'rejected', reason });
  }

  progress(trial: OpenTrial, state: string): this {
    return this.say('progress', { id: commandOf(trial), state });
  }
}

const refusals = [
  ['expired', 'expired'],
  ['unknownCommand', 'unknownCommand'],
  ['invalidArguments', 'invalidArguments'],
  ['ownCommands', 'notAble'],
] as const satisfies [OpenTrial, string][];

function firstConnection(writer: ExchangeWriter): void {
  writer.connect().state().say('alarms', { list: [] });
  for (const [trial, reason] of refusals) writer.order(trial).rejects(trial, reason).state();
  writer.order('finalState').accepts('finalState').state({ mode: 'working', speed: 1 });
  writer.progress('finalState', 'running').progress('finalState', 'done').state();
  writer.order('once').accepts('once').order('once').accepts('once').state({ mode: 'working' });
  writer.progress('once', 'done').state().order('once').accepts('once').state().state();
  writer.order('stopped').accepts('stopped').state({ mode: 'working', speed: 1 });
  writer
    .order('stop', { name: 'stop', arguments: {} })
    .accepts('stop')
    .progress('stopped', 'cancelled')
    .state();
  writer.order('broken').accepts('broken').state({ mode: 'working', speed: 1 }).cut();
}

/** All that a device says which keeps every rule, in the order of a trial. */
export function faultlessExchange(): OpenExchange {
  const writer = new ExchangeWriter();
  firstConnection(writer);
  writer.connect().progress('broken', 'cancelled').state().state().cut();
  writer.connect(false).order('refusedWelcome').rejects('refusedWelcome', 'notAble').cut();
  writer.connect(true, 600_000).state().order('serverTime').rejects('serverTime', 'expired').state();
  return { sn, entries: writer.entries };
}
