import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import { DockLine, fieldsOf, wait } from './dock-line.ts';
import type { DockOptions, Fields, Received } from './dock-line.ts';
import { droneOsd, osdPartA, osdPartB, osdPartC, progressData } from './dock-messages.ts';

/**
 * A dock written by hand against the public documents: it shares no code with the product, so a mistake in
 * the product's reading of the wire shows here. It records everything it is sent and answers commands as
 * the test tells it; unless told otherwise it accepts them.
 */
export class DockClient extends DockLine {
  #droneOnline = false;

  /** Everything a dock asks and tells after CONNECT; binds itself with the code when it is not bound yet. */
  async start(
    binding: { code: string; organizationId: string } = { code: 'code', organizationId: 'org' },
  ): Promise<void> {
    const { sn } = this.options;
    await this.request('config', { config_type: 'json', config_scope: 'product' });
    const status = fieldsOf((await this.request('airport_bind_status', { devices: [{ sn }] })).data);
    const bound = fieldsOf(status.output).bind_status;
    if (!Array.isArray(bound) || fieldsOf(bound[0]).is_device_bind_organization !== true) {
      const named = { device_binding_code: binding.code, organization_id: binding.organizationId };
      await this.request('airport_organization_get', named);
      const device = { ...named, sn, device_callsign: sn, device_model_key: this.#key(3) };
      await this.request('airport_organization_bind', { bind_devices: [device] });
    }
    await this.topology(false);
    await this.request('flight_areas_get', null);
    await this.request('offline_map_get', null);
  }

  /** Sends a request and returns the answer. */
  async request(method: string, data: unknown, ms = wait): Promise<Received> {
    const tid = randomUUID();
    const request = { tid, bid: randomUUID(), method, data };
    return this.sendUntil(
      () => this.send(`thing/product/${this.options.sn}/requests`, request),
      (message) => message.topic.endsWith('/requests_reply') && message.tid === tid,
      ms,
    );
  }

  /** Tells whether the aircraft is there and waits until that was taken. */
  async topology(droneOnline: boolean): Promise<Received> {
    this.#droneOnline = droneOnline;
    const { sn, droneSn } = this.options;
    const [type, subType] = this.options.dockType ?? [2, 0];
    const [droneType, droneSubType] = this.options.droneType ?? [91, 1];
    const common = { device_secret: '', nonce: '', thing_version: '1.1.2' };
    const drone = {
      ...common,
      sn: droneSn,
      domain: '0',
      type: droneType,
      sub_type: droneSubType,
      index: 'A',
    };
    const tid = randomUUID();
    const topology = {
      tid,
      bid: randomUUID(),
      method: 'update_topo',
      data: {
        ...common,
        domain: '3',
        type,
        sub_type: subType,
        sub_devices: droneOnline && droneSn ? [drone] : [],
      },
    };
    const reply = await this.sendUntil(
      () => this.send(`sys/product/${sn}/status`, topology),
      (message) => message.topic.endsWith('/status_reply') && message.tid === tid,
    );
    if (droneOnline && droneSn)
      await this.mqtt.subscribeAsync(`thing/product/${droneSn}/events_reply`, { qos: 1 });
    return reply;
  }

  /** Degrees that it stands east of where the others stand. */
  get east(): number {
    return this.options.east ?? 0;
  }

  #placed(): typeof osdPartA {
    const { east } = this;
    const { longitude, alternate_land_point: other } = osdPartA;
    return {
      ...osdPartA,
      longitude: longitude + east,
      alternate_land_point: { ...other, longitude: other.longitude + east },
    } as typeof osdPartA;
  }

  /** One part of the dock's osd, with what differs from a healthy idle dock. */
  osd(part: 'A' | 'B' | 'C', differs: Fields = {}): Promise<void> {
    const whole = { A: { ...this.#placed(), sub_device: this.#subDevice() }, B: osdPartB, C: osdPartC }[part];
    return this.report(this.options.sn, 'osd', { ...whole, ...differs });
  }

  /** All three parts, one after the other. */
  async osdParts(differs: { A?: Fields; B?: Fields; C?: Fields } = {}): Promise<void> {
    for (const part of ['A', 'B', 'C'] as const) {
      // The order of the parts is the point.
      await this.osd(part, differs[part]);
    }
  }

  /** What every healthy dock tells beside its osd: that nothing is wrong. */
  healthy(): Promise<void> {
    return this.event('hms', { list: [] });
  }

  /** The aircraft is on for a moment, as it is while a dock is being installed, and tells its settings. */
  async wakeDrone(): Promise<void> {
    await this.topology(true);
    await this.droneOsd();
    await this.topology(false);
  }

  droneOsd(differs: Fields = {}): Promise<void> {
    const placed = { ...droneOsd, longitude: droneOsd.longitude + this.east };
    return this.report(this.drone(), 'osd', { ...placed, ...differs });
  }

  /** A state message of the dock, or of its aircraft. */
  state(properties: Fields, of: 'dock' | 'drone' = 'dock'): Promise<void> {
    return this.report(of === 'dock' ? this.options.sn : this.drone(), 'state', properties);
  }

  /** The answer to a property that was set. */
  setReply({ tid, bid }: Pick<Received, 'tid' | 'bid'>, data: Fields): Promise<void> {
    return this.send(`thing/product/${this.options.sn}/property/set_reply`, { tid, bid, data });
  }

  /** An event nobody has to answer. */
  event(method: string, data: unknown, part: { bid?: string; of?: 'dock' | 'drone' } = {}): Promise<void> {
    return this.#event(part.of ?? 'dock', method, data, randomUUID(), part.bid ?? randomUUID(), 0);
  }

  /**
   * An event that must be answered: sent again with the same tid and bid after each of the delays (ms) until
   * the answer comes. Resolves with the answer.
   */
  async askedEvent(
    method: string,
    data: unknown,
    part: {
      tid?: string;
      bid?: string;
      retryAfter?: readonly number[];
      ms?: number;
      of?: 'dock' | 'drone';
    } = {},
  ): Promise<Received> {
    const tid = part.tid ?? randomUUID();
    const bid = part.bid ?? randomUUID();
    const send = () => this.#event(part.of ?? 'dock', method, data, tid, bid, 1);
    let answered = false;
    let delay = 0;
    for (const step of part.retryAfter ?? [2_000, 4_000, 8_000]) {
      delay += step;
      this.later(delay, () => {
        if (!answered) send().catch(() => undefined);
      });
    }
    const from = this.received.length;
    await send();
    const reply = await this.waitFor(
      (message) => message.topic.endsWith('/events_reply') && message.tid === tid && message.order >= from,
      part.ms ?? wait,
    );
    answered = true;
    return reply;
  }

  /** Progress of a flight; the final and the paused one ask for an answer, as a dock does. */
  async progress(flightId: string, part: Parameters<typeof progressData>[1]): Promise<void> {
    const data = progressData(flightId, part);
    const running = part.status === 'sent' || part.status === 'in_progress';
    if (running) await this.event('flighttask_progress', data, { bid: flightId });
    else await this.askedEvent('flighttask_progress', data, { bid: flightId });
  }

  #event(
    of: 'dock' | 'drone',
    method: string,
    data: unknown,
    tid: string,
    bid: string,
    need: 0 | 1,
  ): Promise<void> {
    const sn = of === 'dock' ? this.options.sn : this.drone();
    return this.send(`thing/product/${sn}/events`, { tid, bid, method, need_reply: need, data });
  }

  protected report(sn: string, kind: 'osd' | 'state', data: Fields): Promise<void> {
    const topic = `thing/product/${sn}/${kind}`;
    return this.send(topic, { tid: randomUUID(), bid: randomUUID(), data }, kind === 'osd' ? 0 : 1);
  }

  protected drone(): string {
    if (this.options.droneSn === undefined) throw new Error(`dock ${this.options.sn} has no aircraft`);
    return this.options.droneSn;
  }

  #key(domain: 0 | 3): string {
    const [type, subType] =
      domain === 3 ? (this.options.dockType ?? [2, 0]) : (this.options.droneType ?? [91, 1]);
    return `${domain}-${type}-${subType}`;
  }

  #subDevice(): Fields {
    const { droneSn } = this.options;
    if (droneSn === undefined) return {};
    return {
      device_sn: droneSn,
      device_model_key: this.#key(0),
      device_online_status: this.#droneOnline ? 1 : 0,
      device_paired: 1,
    };
  }
}

/** Signs in to the broker as devices do: user name the serial number, password the secret. */
export const signInAs = async <T>(
  Client: new (mqtt: MqttClient, options: DockOptions) => T,
  options: DockOptions,
): Promise<T> => {
  const mqtt = await connectAsync(options.url, {
    username: options.sn,
    password: options.secret,
    clientId: options.clientId ?? options.sn,
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    queueQoSZero: false,
    connectTimeout: wait,
    ...options.line,
  });
  const client = new Client(mqtt, options);
  const own = (tail: string): string => `thing/product/${options.sn}/${tail}`;
  await mqtt.subscribeAsync(
    [
      own('services'),
      own('events_reply'),
      own('requests_reply'),
      own('state_reply'),
      own('property/set'),
      `sys/product/${options.sn}/status_reply`,
    ],
    { qos: options.hears ?? 1 },
  );
  return client;
};

export const connectDock = (options: DockOptions): Promise<DockClient> => signInAs(DockClient, options);
