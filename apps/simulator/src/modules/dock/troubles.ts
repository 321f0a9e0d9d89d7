import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';
import type { DockBody } from './dock.body.ts';
import { storageTotal } from './dock.state.ts';
import type { Failure } from './failures.ts';
import type { Interventions } from './interventions.ts';

export interface TroubleHost {
  readonly core: DockCore;
  readonly wire: Wire;
  readonly inFlight: Interventions;
  /** The radio link to the aircraft came or went. */
  linkChanged(): void;
  /** The server should take the aircraft for gone, or for there. */
  topologyChanged(): void;
}

const usually = {
  windSpeed: 14,
  windMs: 20_000,
  rainMs: 30_000,
  linkMs: 15_000,
  networkMs: 15_000,
  repeatMs: 30_000,
  takenMs: 30_000,
  tooClose: 5,
  drcCode: 514_303,
} as const;
/** A link that is gone for longer than this takes the aircraft out of the topology. */
const topologyAfterMs = 3000;

/** Brings a failure about: at once where it is a state, or armed for its occasion. */
export function bringAbout(failure: Failure, host: TroubleHost): void {
  if (!interferes(failure, host.inFlight)) disturb(failure, host);
}

/** What comes over an aircraft in flight. @returns false: it is another failure */
function interferes(failure: Failure, inFlight: Interventions): boolean {
  if (failure.kind === 'obstacle') inFlight.obstacle();
  else if (failure.kind === 'returnInterrupted')
    inFlight.returnInterrupted(failure.reason ?? usually.tooClose);
  else if (failure.kind === 'drcLoss') inFlight.drcLost(failure.code ?? usually.drcCode);
  else if (failure.kind === 'takenOver') inFlight.takenOver(failure.ms ?? usually.takenMs);
  else return false;
  return true;
}

function disturb(failure: Failure, host: TroubleHost): void {
  const { core, wire } = host;
  const { body } = core;
  switch (failure.kind) {
    case 'strongWind':
      body.order = { ...body.order, wind: failure.speed ?? usually.windSpeed };
      core.later(failure.ms ?? usually.windMs, () => {
        body.order = { ...body.order, wind: undefined };
      });
      return;
    case 'rain':
      body.order = { ...body.order, rain: failure.level ?? 3 };
      core.later(failure.ms ?? usually.rainMs, () => {
        body.order = { ...body.order, rain: undefined };
      });
      return;
    case 'linkLoss':
      return loseLink(host, failure.ms ?? usually.linkMs);
    case 'networkLoss':
      return wire.cut(failure.ms ?? usually.networkMs);
    case 'alarm':
      return orderAlarm(body, failure);
    case 'emergencyStop':
      body.state.emergencyStop = failure.pressed;
      return;
    case 'storageFull':
      body.state.storageUsed = storageTotal;
      return;
    case 'clockSkew':
      core.skew = failure.ms;
      return;
    case 'duplicateMessages':
      core.repeat = {
        until: core.clock.mono() + (failure.ms ?? usually.repeatMs),
        lateMs: failure.lateMs ?? 0,
      };
      return;
    default:
      core.failures.add(failure);
  }
}

function orderAlarm(body: DockBody, alarm: Extract<Failure, { kind: 'alarm' }>) {
  if (alarm.on === false) {
    body.ordered.delete(alarm.code);
    return;
  }
  body.ordered.set(alarm.code, {
    code: alarm.code,
    level: alarm.level ?? 2,
    domain: alarm.device === 'drone' ? 0 : 3,
    imminent: 0,
    ...(alarm.module === undefined ? {} : { module: alarm.module }),
    ...(alarm.sensorIndex === undefined ? {} : { sensorIndex: alarm.sensorIndex }),
  });
}

function loseLink(host: TroubleHost, ms: number) {
  const { body, later } = host.core;
  if (!body.state.linkUp) return;
  body.state.linkUp = false;
  body.raise('noVideoLink', true);
  host.linkChanged();
  const cancel = later(topologyAfterMs, () => host.topologyChanged());
  later(ms, () => {
    cancel();
    body.state.linkUp = true;
    body.raise('noVideoLink', false);
    host.topologyChanged();
    host.linkChanged();
  });
}
