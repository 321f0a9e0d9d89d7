import type { Clock } from '../../platform/clock.ts';
import type { Message, Wire } from '../../platform/wire.ts';
import type { ConsentPolicy } from './options.ts';

const words = { gives: 'ok', refuses: 'failed', cancels: 'canceled' } as const;
const thinks = 2_000;

/** The person with the controller in hand: asked for control, answers as told, and has the sticks otherwise. */
export class Pilot {
  policy: ConsentPolicy;
  private readonly wire: Wire;
  private readonly clock: Clock;
  private readonly answerMs: number;
  private cancelAnswer = () => {};
  /** Who controls from afar; null: the pilot. */
  private controlledBy: string | null = null;

  constructor(
    wire: Wire,
    clock: Clock,
    { policy, answerMs }: { policy: ConsentPolicy; answerMs?: number | undefined },
  ) {
    this.wire = wire;
    this.clock = clock;
    this.policy = policy;
    this.answerMs = answerMs ?? thinks;
  }

  get consented(): boolean {
    return this.controlledBy !== null;
  }
  get controller(): string | null {
    return this.controlledBy;
  }

  /** A pop-up on the controller; the answer comes as an event, or never. */
  asked({ bid, data }: Message): number {
    const { policy } = this;
    this.cancelAnswer();
    if (policy === 'ignores') return 0;
    const { user_callsign: who } = (data ?? {}) as { user_callsign?: unknown };
    this.cancelAnswer = this.clock.after(this.answerMs, () => {
      if (policy === 'gives') this.controlledBy = typeof who === 'string' ? who : 'cloud';
      this.wire.event(
        'cloud_control_auth_notify',
        { result: 0, output: { status: words[policy] } },
        { bid, needReply: true },
      );
    });
    return 0;
  }

  /** The sticks are the pilot's again. */
  takesBack(): number {
    this.cancelAnswer();
    this.controlledBy = null;
    return 0;
  }

  stop(): void {
    this.cancelAnswer();
  }
}
