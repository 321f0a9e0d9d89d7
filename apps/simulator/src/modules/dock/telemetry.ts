import type { Clock } from '../../platform/clock.ts';
import { timing } from '../../platform/timing.ts';

export interface TelemetrySource {
  a(): void;
  b(): void;
  c(): void;
  health(): void;
  drone(): void;
}

/** The steady messages of a dock, each at its own pace whatever the speed-up. */
export class Telemetry {
  private readonly clock: Clock;
  private readonly source: TelemetrySource;
  private cancels: (() => void)[] = [];
  private cancelDrone: (() => void) | null = null;

  constructor(clock: Clock, source: TelemetrySource) {
    this.clock = clock;
    this.source = source;
  }

  start(): void {
    this.stop();
    const { clock, source } = this;
    this.repeat(timing.osdAMs, 0, () => source.a());
    this.repeat(timing.osdBMs, 430, () => source.b());
    this.repeat(timing.osdCMs, 860, () => source.c());
    this.cancels.push(clock.every(timing.healthMs, () => source.health()));
  }

  startDrone(): void {
    if (this.cancelDrone) return;
    this.source.drone();
    this.cancelDrone = this.clock.every(timing.droneOsdMs, () => this.source.drone());
  }

  stopDrone(): void {
    this.cancelDrone?.();
    this.cancelDrone = null;
  }

  stop(): void {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.stopDrone();
  }

  /** The parts are interleaved: each begins a little after the one before. */
  private repeat(ms: number, after: number, send: () => void) {
    this.cancels.push(
      this.clock.after(after, () => {
        send();
        this.cancels.push(this.clock.every(ms, send));
      }),
    );
  }
}
