import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { timing } from '../../platform/timing.ts';
import type { Message, Wire } from '../../platform/wire.ts';
import type { ArmedFailures } from './failures.ts';
import type { Ledger } from './stats.ts';

const lateMs = 8000;
const keptReplies = 200;

/** Answers services once each, a moment after they came, or wrongly where somebody ordered it. */
export class Replies {
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly wire: Wire;
  private readonly failures: ArmedFailures;
  private readonly ledger: Ledger;
  private readonly given = new Map<string, unknown>();

  constructor(parts: { clock: Clock; random: Random; wire: Wire; failures: ArmedFailures; ledger: Ledger }) {
    this.clock = parts.clock;
    this.random = parts.random;
    this.wire = parts.wire;
    this.failures = parts.failures;
    this.ledger = parts.ledger;
  }

  /** Runs `work` for a new message; a repeated one gets the reply of the first and moves nothing. */
  async answer(message: Message, work: () => Promise<number | { result: number }>): Promise<void> {
    const key = `${message.tid} ${message.bid}`;
    if (this.ledger.note(message, this.clock.wall())) {
      const before = this.given.get(key);
      if (before !== undefined) this.wire.reply(message, before);
      return;
    }
    const answer = await work();
    const data = typeof answer === 'number' ? { result: answer } : answer;
    this.given.set(key, data);
    if (this.given.size > keptReplies) this.given.delete(this.given.keys().next().value as string);
    this.send(message, data);
  }

  private send(message: Message, data: unknown) {
    const { method } = message;
    if (this.failures.take('dropReply', method)) return;
    const late = this.failures.take('lateReply', method);
    const wrong = this.failures.take('wrongTid', method);
    const twice = this.failures.take('duplicateReply', method);
    const addressed = wrong ? { ...message, tid: this.random.uuid() } : message;
    const wait = late ? (late.ms ?? lateMs) : this.random.between(timing.replyMinMs, timing.replyMaxMs);
    this.clock.after(wait, () => {
      this.wire.reply(addressed, data);
      if (twice) this.wire.reply(addressed, data);
    });
  }
}
