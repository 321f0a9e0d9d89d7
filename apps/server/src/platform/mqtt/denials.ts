import { limits } from '@eyrie/domain';
import type { Clock } from '../clock.ts';
import type { SignInNotice } from './topics.ts';

/** What a device was denied: to come in, or to say or hear something that is not its own. */
export interface Denial extends SignInNotice {
  denied: 'deviceCredentials' | 'deviceIdentifier' | 'devicePublish' | 'deviceSubscribe';
  /** The name under which it came; somebody else may have used it. */
  sn: string;
  address: string | null;
  topic?: string;
  /** The record that waits for this serial number, by whose secret it came. */
  claim?: string;
}

export interface DenialNotice extends Denial {
  /** Times since it was last reported, this one included. */
  count: number;
}

/**
 * Reports denials, each kind and topic of a device at once and then once a minute, and only so many a minute of all.
 * Whoever installs a device reads there which of its topics are unknown.
 */
export class Denials {
  readonly #clock: Pick<Clock, 'mono'>;
  readonly #report: (notice: DenialNotice) => void;
  readonly #known = new Map<string, { at: number; unreported: number }>();
  /** Topics by kind and device that are reported apart; a device that makes up more has those reported as one. */
  readonly #topics = new Map<string, Set<string>>();
  #minute = -Infinity;
  #reported = 0;

  constructor(clock: Pick<Clock, 'mono'>, report: (notice: DenialNotice) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  note(denial: Denial): void {
    const { denialEvery, denialsAMinute, denialsKnown } = limits.broker;
    const now = this.#clock.mono();
    const sn = denial.sn.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 64);
    const topic = denial.topic?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);
    const key = this.#keyOf(`${denial.denied} ${sn}${denial.claim ?? ''}`, topic);
    const entry = this.#known.get(key) ?? { at: -Infinity, unreported: 0 };
    entry.unreported += 1;
    this.#known.delete(key);
    this.#known.set(key, entry);
    const [oldest] = this.#known.keys();
    if (this.#known.size > denialsKnown && oldest !== undefined) this.#known.delete(oldest);
    if (now - this.#minute >= denialEvery) {
      this.#minute = now;
      this.#reported = 0;
    }
    if (now - entry.at < denialEvery || this.#reported >= denialsAMinute) return;
    this.#reported += 1;
    this.#report({ ...denial, sn, ...(topic === undefined ? {} : { topic }), count: entry.unreported });
    entry.at = now;
    entry.unreported = 0;
  }
  /** It has come in: a refusal after this is another fault than the one before. */
  signedIn(sn: string): void {
    this.#known.delete(`deviceCredentials ${sn}`);
    this.#known.delete(`deviceIdentifier ${sn}`);
  }

  #keyOf(kind: string, topic: string | undefined): string {
    if (topic === undefined) return kind;
    const topics = this.#topics.get(kind) ?? new Set<string>();
    const fits = topics.has(topic) || topics.size < limits.broker.denialTopics;
    if (fits) topics.add(topic);
    this.#topics.delete(kind);
    this.#topics.set(kind, topics);
    const [oldest] = this.#topics.keys();
    if (this.#topics.size > limits.broker.denialsKnown && oldest !== undefined) this.#topics.delete(oldest);
    return fits ? `${kind} ${topic}` : kind;
  }
}
