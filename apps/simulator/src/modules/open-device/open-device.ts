import {
  openAlarms,
  openDeviceTopic,
  openDeviceVersion,
  openWelcome,
  type OpenDeviceUp,
  type OpenProgress,
  type OpenWelcome,
} from '@eyrie/domain';
import { realClock, type Clock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { openWireOf, type OpenWire } from '../../platform/open-wire.ts';
import { CommandDesk } from './command-desk.ts';
import type { OpenBreach, OpenDeviceOptions, OpenMachine } from './options.ts';

const tickMs = 200;
/** A device that was refused asks again: it may have been registered meanwhile. */
const askAgainMs = 30_000;
/** A final state that nobody could hear is said at the next welcome; the oldest give way. */
const unheardMost = 50;

export interface OpenDevice {
  readonly sn: string;
  /** Leaves the broker and ends every timer. */
  stop(): Promise<void>;
}

/** Ties a machine to the contract: hello, welcome, heartbeat, commands and their progress. */
export class OpenDeviceLink implements OpenDevice {
  readonly sn: string;
  readonly #options: OpenDeviceOptions;
  readonly #machine: OpenMachine;
  readonly #clock: Clock;
  readonly #desk: CommandDesk;
  readonly #wire: OpenWire;
  readonly #cancelTick: () => void;
  #cancelHeartbeat = (): void => {};
  #cancelAsk = (): void => {};
  #welcome = false;
  /** ms that the server is ahead of this clock. */
  #ahead = 0;
  #seq = 0;
  #lastTick: number;
  #saidAlarms = '';
  #unheard: OpenProgress[] = [];

  constructor(options: OpenDeviceOptions, machine: OpenMachine) {
    this.sn = options.sn;
    this.#options = options;
    this.#machine = machine;
    this.#clock = options.clock ?? realClock;
    this.#lastTick = this.#clock.mono();
    this.#desk = new CommandDesk({
      machine,
      breaks: options.breaks ?? [],
      serverNow: () => this.#clock.wall() + (this.#breaks('ownClock') ? 0 : this.#ahead),
    });
    const topic = (last: 'welcome' | 'command') => openDeviceTopic(options.sn, last);
    this.#wire = openWireOf({
      ...options,
      listens: [topic('welcome'), topic('command')],
      online: () => this.#greet(),
      offline: () => this.#leave(),
      receive: (heard, text) => {
        if (heard === topic('welcome')) this.#hear(text);
        else this.#obey(text);
      },
      fault: (error) => this.#log('brokerFault', { message: error.message }),
    });
    this.#cancelTick = this.#clock.every(tickMs, () => this.#tick());
  }

  get welcome(): boolean {
    return this.#welcome;
  }

  async stop(): Promise<void> {
    this.#cancelTick();
    this.#leave();
    await this.#wire.stop();
  }

  #breaks(breach: OpenBreach): boolean {
    return this.#options.breaks?.includes(breach) ?? false;
  }

  #log(event: string, fields: Record<string, unknown> = {}): void {
    (this.#options.log ?? silentLog)(event, { sn: this.sn, ...fields });
  }

  #say(last: OpenDeviceUp, body: unknown): void {
    this.#wire.publish(openDeviceTopic(this.sn, last), body, {
      qos: last === 'state' ? 0 : 1,
      retain: last === 'alarms' && this.#breaks('retains'),
    });
  }

  #greet(): void {
    this.#seq = 0;
    this.#log('online');
    this.#say('hello', { protocol: openDeviceVersion, at: this.#now(), ...this.#machine.greeting });
  }

  #hear(text: string): void {
    const read = openWelcome.safeParse(JSON.parse(text));
    if (!read.success) return this.#log('welcomeUnreadable');
    this.#ahead = read.data.serverTime - this.#clock.wall();
    if (read.data.accepted || this.#breaks('ignoresRefusal')) return this.#arrive(read.data);
    this.#rest();
    this.#log('refused', { reason: read.data.reason });
    const wait = read.data.reason === 'helloMissing' ? 0 : askAgainMs;
    this.#cancelAsk = this.#clock.after(wait, () => this.#greet());
  }

  #arrive({ heartbeat }: OpenWelcome): void {
    this.#rest();
    this.#welcome = true;
    this.#saidAlarms = '';
    for (const progress of this.#unheard.splice(0)) this.#say('progress', progress);
    this.#beat();
    const every = this.#breaks('slowHeartbeat') ? heartbeat * 3 : heartbeat;
    this.#cancelHeartbeat = this.#clock.every(every, () => this.#beat());
  }

  /** Nothing is said any more until the next welcome. */
  #rest(): void {
    this.#welcome = false;
    this.#cancelHeartbeat();
    this.#cancelAsk();
  }

  #leave(): void {
    this.#rest();
    if (!this.#breaks('resumes')) this.#machine.linkLost();
    this.#log('offline');
  }

  #beat(): void {
    this.#say('state', { at: this.#now(), seq: this.#seq++, ...this.#machine.state() });
    const running = this.#machine.running();
    if (running) this.#say('progress', running);
    const alarms = openAlarms.parse({ list: this.#machine.alarms() });
    const text = JSON.stringify(alarms);
    if (text !== this.#saidAlarms) this.#say('alarms', alarms);
    this.#saidAlarms = text;
  }

  #obey(text: string): void {
    const ack = this.#desk.take(text, this.#welcome);
    if (!ack) return this.#log('commandUnreadable');
    this.#log('command', { ...ack });
    if (!this.#breaks('silentAck')) this.#say('ack', ack);
  }

  #tick(): void {
    const now = this.#clock.mono();
    const seconds = ((now - this.#lastTick) / 1_000) * (this.#options.speed ?? 1);
    this.#lastTick = now;
    const ended = this.#machine.advance(seconds);
    if (this.#welcome) for (const progress of ended) this.#say('progress', progress);
    else this.#unheard = [...this.#unheard, ...ended].slice(-unheardMost);
  }

  #now(): number {
    return Math.round(this.#clock.wall());
  }
}
