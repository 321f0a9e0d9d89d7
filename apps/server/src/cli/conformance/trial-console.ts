import { randomUUID } from 'node:crypto';
import {
  openDeviceLimits,
  openDeviceTopic,
  readOpenMessage,
  type OpenAck,
  type OpenDeviceKind,
  type OpenDeviceUp,
  type OpenEntry,
  type OpenHello,
  type OpenProgress,
  type OpenState,
  type OpenTrial,
  type OpenTrialCommand,
  type OpenWelcome,
} from '@eyrie/domain';
import { startTrialBroker, type TrialBroker, type TrialNotice } from '../../platform/mqtt/trial-broker.ts';
import { TrialRecord } from './trial-record.ts';

export interface TrialConsoleOptions {
  host: string;
  port: number;
  sn: string;
  secret: string;
  kind: OpenDeviceKind | undefined;
  /** ms between two states that the welcome asks for. */
  heartbeat: number;
  now(): number;
}

/** How the next hello is answered. */
interface Answer {
  accepted: boolean;
  /** ms added to the time of the server. */
  ahead: number;
}

/** How long an answer is waited for: longer than it may take, so that a late one is seen to be late. */
const ackPatience = 2 * openDeviceLimits.ackWithin + 2_000;
/** By how much a network may delay a state, ms. */
const delay = 1_000;
/** How long a command of a trial lives. */
const timeToLive = 60_000;

interface Order {
  name: string;
  arguments: unknown;
  /** ms from now; negative: it has expired. */
  livesFor?: number;
}

/** Plays a console against one device, and records what both say. */
export class TrialConsole {
  readonly record: TrialRecord;
  readonly #options: TrialConsoleOptions;
  #broker: TrialBroker | null = null;
  #answer: Answer = { accepted: true, ahead: 0 };

  constructor(options: TrialConsoleOptions) {
    this.#options = options;
    this.record = new TrialRecord(options.now);
  }

  /** @returns the port that it listens on */
  async open(): Promise<number> {
    const { host, port, sn, secret } = this.#options;
    this.#broker = await startTrialBroker({
      host,
      port,
      sn,
      secret,
      report: (notice) => this.#heard(notice),
    });
    return this.#broker.port;
  }

  async close(): Promise<void> {
    await this.#broker?.stop();
  }

  /** Cuts the connection; the next hello is answered so. */
  cut(answer: Answer): void {
    this.#answer = answer;
    this.#broker?.cut();
  }

  /** Sends a command, and again when it is given. */
  send(trial: OpenTrial, command: OpenTrialCommand): void {
    this.record.add({ kind: 'ordered', trial, command });
    this.#broker?.send(openDeviceTopic(this.#options.sn, 'command'), command);
  }

  order(trial: OpenTrial, { name, arguments: given, livesFor = timeToLive }: Order): OpenTrialCommand {
    const now = this.#options.now();
    const issuedAt = Math.min(now, now + livesFor - timeToLive);
    const command = { id: randomUUID(), name, arguments: given, issuedAt, expiresAt: now + livesFor };
    this.send(trial, command);
    return command;
  }

  skip(trial: Extract<OpenEntry, { kind: 'skipped' }>['trial'], why: string): void {
    this.record.add({ kind: 'skipped', trial, why });
  }

  welcomed(mark: number, ms: number): Promise<OpenWelcome | null> {
    return this.record.until(mark, ms, (since) => since.find((entry) => entry.kind === 'welcomed')?.welcome);
  }

  /** The nth acknowledgement of an id since a mark. */
  acked(mark: number, id: string): Promise<OpenAck | null> {
    return this.record.until(mark, ackPatience, (since) =>
      this.said<OpenAck>(since, 'ack').find((ack) => ack.id === id),
    );
  }

  ended(mark: number, id: string, ms: number): Promise<OpenProgress | null> {
    return this.record.until(mark, ms, (since) =>
      this.said<OpenProgress>(since, 'progress').find((one) => one.id === id && one.state !== 'running'),
    );
  }

  /** The first state since a mark that fits. */
  state(mark: number, ms: number, fits: (state: OpenState) => boolean): Promise<OpenState | null> {
    return this.record.until(mark, ms, (since) => this.said<OpenState>(since, 'state').find(fits));
  }

  /** Until a device has shown twice how it is; a silent one is not waited for without end. */
  async states(count = 2): Promise<void> {
    await this.record.until(this.record.mark, (count + 1) * this.#options.heartbeat + delay, (since) =>
      this.said(since, 'state').length >= count ? true : null,
    );
  }

  get lastState(): OpenState | undefined {
    return this.said<OpenState>(this.record.entries, 'state').at(-1);
  }

  get hello(): OpenHello | undefined {
    return this.said<OpenHello>(this.record.entries, 'hello')[0];
  }

  /** Messages of a kind that fit their shape. */
  said<T>(entries: readonly OpenEntry[], last: OpenDeviceUp): T[] {
    const topic = openDeviceTopic(this.#options.sn, last);
    return entries.flatMap((entry) => {
      if (entry.kind !== 'published' || entry.topic !== topic) return [];
      const { body } = readOpenMessage(last, entry.text);
      return body === null ? [] : [body as T];
    });
  }

  #heard(notice: TrialNotice): void {
    this.record.add(notice);
    if (notice.kind !== 'published' || notice.topic !== openDeviceTopic(this.#options.sn, 'hello')) return;
    const welcome = this.#welcomeOf(notice.text);
    this.record.add({ kind: 'welcomed', welcome });
    this.#broker?.send(openDeviceTopic(this.#options.sn, 'welcome'), welcome);
  }

  #welcomeOf(text: string): OpenWelcome {
    const { accepted, ahead } = this.#answer;
    const { heartbeat } = this.#options;
    const serverTime = this.#options.now() + ahead;
    const refused = (reason: OpenWelcome['reason']): OpenWelcome => ({
      accepted: false,
      reason,
      serverTime,
      heartbeat,
    });
    const hello = readOpenMessage('hello', text).body as OpenHello | null;
    if (!hello) return refused('malformed');
    if (this.#options.kind !== undefined && hello.kind !== this.#options.kind) return refused('wrongKind');
    return accepted ? { accepted, reason: null, serverTime, heartbeat } : refused('notRegistered');
  }
}
