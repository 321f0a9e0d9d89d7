import { timing } from '../../platform/timing.ts';
import type { Message, Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';

const lateMs = 8000;
const keptReplies = 200;

/** Answers services once each, a moment after they came, or wrongly where somebody ordered it. */
export class Replies {
  private readonly core: DockCore;
  private readonly wire: Wire;
  private readonly given = new Map<string, unknown>();

  constructor(core: DockCore, wire: Wire) {
    this.core = core;
    this.wire = wire;
  }

  /** Runs `work` for a new message; a repeated one gets the reply of the first and moves nothing. */
  async answer(message: Message, work: () => Promise<number | { result: number }>): Promise<void> {
    const key = `${message.tid} ${message.bid}`;
    if (this.core.ledger.note(message, this.core.clock.wall())) {
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
    const { failures, random } = this.core;
    if (failures.take('dropReply', method)) return;
    const late = failures.take('lateReply', method);
    const wrong = failures.take('wrongTid', method);
    const twice = failures.take('duplicateReply', method);
    const addressed = wrong ? { ...message, tid: random.uuid() } : message;
    const wait = late ? (late.ms ?? lateMs) : random.between(timing.replyMinMs, timing.replyMaxMs);
    this.core.later(wait, () => {
      this.wire.reply(addressed, data);
      if (twice) this.wire.reply(addressed, data);
    });
  }
}
