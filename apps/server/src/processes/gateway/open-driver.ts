import {
  openDeviceLimits,
  openAnswer,
  openDeviceTopic,
  type MessageKind,
  type OpenAck,
  type OpenAlarms,
  type OpenDeviceUp,
  type OpenHello,
  type OpenProgress,
  type OpenState,
  type OpenWelcome,
} from '@eyrie/domain';
import type { CommandGateway } from '../../modules/command/index.ts';
import type { ConnectionNotes } from '../../modules/connection/index.ts';
import type { DeviceHealthGateway, DeviceLogGateway, Unusable } from '../../modules/device-health/index.ts';
import type { DockGateway, DockLink } from '../../modules/dock/index.ts';
import type { FlightGateway } from '../../modules/flight/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createDockQueues } from './dock-queues.ts';
import type { Driver } from './driver.ts';
import type { Proof } from './proof.ts';
import { openTopicOf, readOpenMessage } from './open-messages.ts';
import { createOpenState, healthOf, type OpenStateDependencies, type Receipt } from './open-state.ts';

export interface OpenDriverDependencies extends OpenStateDependencies {
  /** How long what is heard now may have waited for us, ms. */
  waited(): number;
  linkOfSn(sn: string): DockLink | null;
  reply(topic: string, payload: string): Promise<void>;
  commands: Pick<CommandGateway, 'answered' | 'observe'>;
  flights: Pick<FlightGateway, 'end'>;
  docks: Pick<DockGateway, 'aircraftNamed'>;
  health: DeviceHealthGateway;
  unusable: Pick<Unusable, 'record'>;
  connections: Pick<ConnectionNotes, 'step' | 'telemetry'>;
  logs: Pick<DeviceLogGateway, 'record'>;
  proof: Proof;
  counted(what: 'malformed' | 'message' | 'foreign'): void;
}

/** Orders of which the progress is kept. */
const ordersMost = 64;

/** As which kind a message stands in the log; the state is no message there, it is measured. */
const kinds: Readonly<Record<Exclude<OpenDeviceUp, 'state'>, MessageKind>> = {
  hello: 'requests',
  ack: 'services_reply',
  progress: 'events',
  alarms: 'events',
};

/** How a flight ends by the last word of the order that began it. */
const flightEnds = { done: 'done', failed: 'failed', cancelled: 'cancelled' } as const;

const remember = (link: DockLink, said: OpenProgress, at: number): void => {
  const progress = link.open?.progress;
  if (!progress) return;
  const last = progress.get(said.id)?.said.state;
  // The last word of an order comes once: what follows it is old.
  if (last !== undefined && last !== 'running') return;
  progress.delete(said.id);
  progress.set(said.id, { said, at });
  if (progress.size > ordersMost) progress.delete(progress.keys().next().value ?? '');
};

type Take = (link: DockLink, said: object, receipt: Receipt) => Promise<void>;

/** What each message of the contract does. */
const createMessages = (runtime: Pick<Runtime, 'clock' | 'serverTime'>, deps: OpenDriverDependencies) => {
  const takeState = createOpenState(deps);

  const welcome = (link: DockLink, reason: OpenWelcome['reason']): Promise<void> => {
    const answer: OpenWelcome = {
      accepted: reason === null,
      reason,
      serverTime: Math.round(runtime.serverTime()),
      heartbeat: openDeviceLimits.heartbeat,
    };
    return deps.reply(openDeviceTopic(link.dock.sn, 'welcome'), JSON.stringify(answer));
  };

  const listHealth = async (link: DockLink, { at }: Receipt): Promise<void> => {
    if (await deps.health.listed(link, 'dock', healthOf(link), at))
      deps.publisher.touch(link, link.dock.kind === 'robot' ? 'robot' : 'dock');
  };

  return {
    welcome,
    async hello(link: DockLink, hello: OpenHello): Promise<void> {
      if (!link.dock.bound) {
        deps.unusable.record(link.dock.oid, 'notBound', 'hello', null);
        return welcome(link, 'notRegistered');
      }
      const kind = link.dock.kind === 'robot' ? 'robot' : 'dock';
      if (hello.kind !== kind) {
        deps.unusable.record(link.dock.oid, 'contract', 'hello.kind', hello.kind, { rule: kind });
        return welcome(link, 'wrongKind');
      }
      if (hello.aircraft && kind === 'dock')
        await deps.docks.aircraftNamed(link, hello.aircraft.sn, hello.aircraft.model);
      if (link.open) {
        link.open.hello = hello;
        link.open.seq = -1;
      }
      deps.connections.step(link.dock.oid, 'topology');
      return welcome(link, null);
    },
    async state(link: DockLink, state: OpenState, receipt: Receipt): Promise<void> {
      const before = JSON.stringify(link.open?.state?.fault ?? null);
      takeState(link, state, receipt);
      deps.connections.telemetry(link.dock.oid, link.clockOffset);
      deps.commands.observe(link);
      if (JSON.stringify(state.fault ?? null) !== before) await listHealth(link, receipt);
    },
    async ack(link: DockLink, ack: OpenAck): Promise<void> {
      deps.commands.answered(link, ack.id, openAnswer(ack));
    },
    async progress(link: DockLink, said: OpenProgress): Promise<void> {
      remember(link, said, runtime.clock.mono());
      deps.commands.observe(link);
      const flight = link.open?.flight;
      if (!flight || flight.tid !== said.id || said.state === 'running' || !link.open) return;
      link.open.flight = null;
      await deps.flights.end(link, flight.flightOID, flightEnds[said.state], said.text ?? null);
    },
    async alarms(link: DockLink, { list }: OpenAlarms, receipt: Receipt): Promise<void> {
      if (link.open) link.open.alarms = list;
      await listHealth(link, receipt);
    },
  };
};

/** The driver of the open contract: devices of any vendor, by the shapes of `open-device.ts`. */
export const createOpenDriver = (
  runtime: Pick<Runtime, 'clock' | 'log' | 'serverTime'>,
  deps: OpenDriverDependencies,
): Driver => {
  const { inOrder, waiting, forget, settle } = createDockQueues(runtime.log);
  const messages = createMessages(runtime, deps);

  const refuse = (link: DockLink, kind: OpenDeviceUp, read: ReturnType<typeof readOpenMessage>): void => {
    if (read.ok) return;
    deps.counted('malformed');
    const { oid } = link.dock;
    if (read.fault !== 'value') deps.unusable.record(oid, read.fault, kind, null);
    else
      for (const { what, rule, value } of read.broken)
        deps.unusable.record(oid, 'contract', what, value, { rule });
    if (kind !== 'hello') return;
    const other = read.fault === 'value' && read.broken.some(({ what }) => what === 'hello.protocol');
    inOrder(link, () => messages.welcome(link, other ? 'protocol' : 'malformed'));
  };

  const helloAskedAt = new WeakMap<DockLink, number>();
  /** Whoever took over from another gateway has not heard the hello of a connection that stands. */
  const askForHello = async (link: DockLink): Promise<void> => {
    const now = runtime.clock.mono();
    if (now - (helloAskedAt.get(link) ?? -Infinity) < openDeviceLimits.helloAskedEvery) return;
    helloAskedAt.set(link, now);
    await messages.welcome(link, 'helloMissing');
  };

  /** What comes before the welcome, or after something newer, says nothing of now. */
  const isCurrent = async (link: DockLink, said: { kind: OpenDeviceUp; data: object }): Promise<boolean> => {
    const { oid } = link.dock;
    if (said.kind !== 'hello' && !link.open?.hello) {
      deps.unusable.record(oid, 'beforeHello', said.kind, null);
      await askForHello(link);
      return false;
    }
    if (said.kind !== 'state' || !link.open) return true;
    const { seq } = said.data as OpenState;
    if (seq > link.open.seq) return true;
    deps.unusable.record(oid, 'contract', 'state.seq', seq, { rule: `> ${link.open.seq}` });
    return false;
  };

  return {
    receive(topic, payload) {
      const from = openTopicOf(topic);
      if (!from) return false;
      const link = deps.linkOfSn(from.sn);
      if (!link?.open || link.dock.sn !== from.sn) {
        deps.counted('foreign');
        return true;
      }
      const read = readOpenMessage(from.kind, payload);
      if (!read.ok) {
        refuse(link, from.kind, read);
        return true;
      }
      deps.counted('message');
      deps.proof.spoke(link);
      const { kind, data } = read.said;
      const waited = deps.waited();
      // Before it waits in line: what it waits there is no fault of its clock, and makes it no fresher.
      const receipt = { at: runtime.clock.mono() - waited, wall: runtime.clock.wall(), waited };
      const id = 'id' in data ? data.id : null;
      if (kind !== 'state')
        deps.logs.record(link, {
          direction: 'up',
          kind: kinds[kind],
          sn: from.sn,
          size: payload.byteLength,
          message: { method: kind, data, needReply: kind === 'hello', tid: id, bid: null },
        });
      if (kind === 'hello') inOrder(link, () => messages.hello(link, data));
      else
        inOrder(link, async () => {
          if (await isCurrent(link, read.said)) await (messages[kind] as Take)(link, data, receipt);
        });
      return true;
    },
    waiting,
    forget,
    settle,
  };
};
