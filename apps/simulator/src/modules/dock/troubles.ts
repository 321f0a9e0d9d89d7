import type { Clock } from '../../platform/clock.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockBody } from './dock.body.ts';
import type { ArmedFailures, Failure } from './failures.ts';

export interface TroubleHost {
  readonly clock: Clock;
  readonly body: DockBody;
  readonly failures: ArmedFailures;
  readonly wire: Wire;
  /** The radio link to the aircraft came or went. */
  linkChanged(): void;
  /** The server should take the aircraft for gone. */
  topologyChanged(): void;
  setSkew(ms: number): void;
  repeatMessages(until: number, lateMs: number): void;
}

const usually = {
  windSpeed: 14,
  windMs: 20_000,
  rainMs: 30_000,
  linkMs: 15_000,
  networkMs: 15_000,
  repeatMs: 30_000,
} as const;
/** A link that is gone for longer than this takes the aircraft out of the topology. */
const topologyAfterMs = 3000;

/** Brings a failure about: at once where it is a state, or armed for its occasion. */
export function bringAbout(failure: Failure, host: TroubleHost): void {
  const { clock, body } = host;
  switch (failure.kind) {
    case 'strongWind':
      body.order = { ...body.order, wind: failure.speed ?? usually.windSpeed };
      clock.after(failure.ms ?? usually.windMs, () => {
        body.order = { ...body.order, wind: undefined };
      });
      return;
    case 'rain':
      body.order = { ...body.order, rain: failure.level ?? 3 };
      clock.after(failure.ms ?? usually.rainMs, () => {
        body.order = { ...body.order, rain: undefined };
      });
      return;
    case 'linkLoss':
      return loseLink(host, failure.ms ?? usually.linkMs);
    case 'networkLoss':
      return host.wire.cut(failure.ms ?? usually.networkMs);
    case 'emergencyStop':
      body.state.emergencyStop = failure.pressed;
      return;
    case 'clockSkew':
      return host.setSkew(failure.ms);
    case 'duplicateMessages':
      return host.repeatMessages(clock.mono() + (failure.ms ?? usually.repeatMs), failure.lateMs ?? 0);
    default:
      host.failures.add(failure);
  }
}

function loseLink(host: TroubleHost, ms: number) {
  const { body, clock } = host;
  if (!body.state.linkUp) return;
  body.state.linkUp = false;
  body.raise('noVideoLink', true);
  host.linkChanged();
  const cancel = clock.after(topologyAfterMs, () => host.topologyChanged());
  clock.after(ms, () => {
    cancel();
    body.state.linkUp = true;
    body.raise('noVideoLink', false);
    host.topologyChanged();
    host.linkChanged();
  });
}
