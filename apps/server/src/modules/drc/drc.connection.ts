import { drcUp, limits, type DrcDown, type DrcState } from '@eyrie/domain';
import type { WebSocket } from '../../platform/http/web-sockets.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DrcHeard, DrcSaid } from './drc.channel.ts';
import { PageClock } from './page-clock.ts';
import type { DrcPass } from './drc.store.ts';

export interface DrcConnectionOptions {
  pass: DrcPass;
  memberOID: string;
  clock: Clock;
  serverTime(): number;
  /** To the gateway that has the dock. */
  say(said: DrcSaid): void;
  gone(one: DrcConnection): void;
}

/** Close code for whoever has lost the right to fly, or breaks the rules. */
const policyViolation = 1008;
/** A page that does not read is not sent everything: what it missed is of the past. */
const unreadMost = 10_000;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

interface Issue {
  path: PropertyKey[];
  minimum?: unknown;
  maximum?: unknown;
}
const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** One page that flies. What it says is judged here by its form and its time, and by the gateway for everything else. */
export class DrcConnection {
  readonly pass: DrcPass;
  readonly #socket: WebSocket;
  readonly #options: DrcConnectionOptions;
  readonly #page: PageClock;
  #windowStart: number;
  #windowMessages = 0;
  #over = false;
  /** When it last said a frame of sticks; until then, when it was opened. */
  #framedAt: number;

  constructor(socket: WebSocket, options: DrcConnectionOptions) {
    this.pass = options.pass;
    this.#socket = socket;
    this.#options = options;
    this.#page = new PageClock(options.clock);
    this.#windowStart = options.clock.mono();
    this.#framedAt = this.#windowStart;
    socket.on('message', (data: Buffer) => this.#said(data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#over = true;
      options.gone(this);
    });
    this.compareClocks();
  }

  /** Asks the page for the time of its clock. */
  compareClocks(): void {
    if (!this.#over) this.#send({ kind: 'ping', id: this.#page.ask() });
  }

  /** How the forwarding stands, by the gateway that has the dock. */
  heard({ dockOID, sessionOID, tabId, state, answer }: DrcHeard): void {
    const { pass } = this;
    if (dockOID !== pass.dockOID || sessionOID !== pass.sessionOID || tabId !== pass.tabId) return;
    this.#report(state);
    if (answer) this.#send({ kind: 'landing', answer });
  }

  /** Nobody flies by it: a page that does sends frames all the time. */
  isIdle(): boolean {
    return this.#options.clock.mono() - this.#framedAt > limits.drc.lost;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#socket.close(policyViolation);
    // A peer that does not read would keep a polite goodbye waiting.
    if (this.#socket.bufferedAmount > 0) this.#socket.terminate();
  }

  #report(state: DrcState): void {
    this.#send({ kind: 'state', state });
  }

  #send(message: DrcDown): void {
    if (this.#over || this.#socket.bufferedAmount > unreadMost) return;
    this.#socket.send(JSON.stringify(message));
  }

  #said(text: string): void {
    if (this.#over) return;
    if (this.#isTooMuch()) return this.end();
    const read = drcUp.safeParse(parsed(text));
    if (!read.success) return this.#refuse(read.error.issues[0]);
    const { pass } = this;
    const { memberOID, serverTime, clock, say } = this.#options;
    const one = read.data;
    if (one.kind === 'pong') return this.#page.answered(one.id, one.at);
    const from = { dockOID: pass.dockOID, memberOID, sessionOID: pass.sessionOID, tabId: pass.tabId };
    const { epoch } = one;
    if (one.kind !== 'frame') return say({ ...one, ...from });
    this.#framedAt = clock.mono();
    const at = this.#page.here(one.at);
    // Whose clock nobody knows has no age: it is dropped.
    if (at === null) return;
    const { kind, ...frame } = one;
    say({ kind, ...from, epoch, frame, readAt: serverTime() - (clock.mono() - at) });
  }

  #refuse(issue: Issue | undefined): void {
    const field = issue?.path.map(String).join('.') ?? '';
    this.#send({
      kind: 'refused',
      field,
      least: numberOr(issue?.minimum),
      most: numberOr(issue?.maximum),
    });
  }

  /** Pages send ten a second: whoever sends many more is no page of ours. */
  #isTooMuch(): boolean {
    const now = this.#options.clock.mono();
    if (now - this.#windowStart >= 1_000) {
      this.#windowStart = now;
      this.#windowMessages = 0;
    }
    this.#windowMessages += 1;
    return this.#windowMessages > limits.drc.mostPerSecond;
  }
}
