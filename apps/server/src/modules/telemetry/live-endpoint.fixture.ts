import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@eyrie/domain';
import mqtt from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { systemClock } from '../../platform/clock.ts';
import { createLiveEndpoint } from './live-endpoint.ts';
import type { LiveEndpoint, LiveEndpointOptions } from './live-endpoint.ts';
import type { LiveGrant } from './live-topics.ts';

/** Two organisations; `ann` and `bob` are members of the first, `cid` of the second. */
export const grants: Readonly<Record<string, LiveGrant>> = {
  ann: { sessionOID: 's-ann', memberOID: 'm-ann', groupRoot: 'org-1' },
  bob: { sessionOID: 's-bob', memberOID: 'm-bob', groupRoot: 'org-1' },
  cid: { sessionOID: 's-cid', memberOID: 'm-cid', groupRoot: 'org-2' },
};

export interface RunningEndpoint {
  endpoint: LiveEndpoint;
  http: Server;
  url: string;
  port: number;
  logged: { level: number; msg: string; [field: string]: unknown }[];
  /** An mqtt.js client, as a browser runs it. Ended with the endpoint. */
  browser: (member: string, more?: IClientOptions) => MqttClient;
  stop: () => void;
}

/** A live endpoint on a real HTTP server. The password of a member is `pw-<name>`, the client id begins with the name. */
export async function startLiveEndpoint(more: Partial<LiveEndpointOptions> = {}): Promise<RunningEndpoint> {
  const http = createServer();
  const logged: RunningEndpoint['logged'] = [];
  const write = (line: string): void => {
    logged.push(JSON.parse(line) as RunningEndpoint['logged'][number]);
  };
  const endpoint = createLiveEndpoint({
    server: http,
    path: '/mqtt',
    authenticate: async ({ clientId, username, password }) =>
      clientId.startsWith(username) && password === `pw-${username}` ? (grants[username] ?? null) : null,
    originAllowed: (origin) => origin === undefined || origin === 'http://good.test',
    maySee: () => true,
    clock: systemClock,
    log: pino({ level: 'info' }, { write }),
    limits: limits.live,
    ...more,
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}/mqtt`;
  const clients: MqttClient[] = [];
  let count = 0;
  return {
    endpoint,
    http,
    url,
    port,
    logged,
    browser(member, options) {
      count += 1;
      const client = mqtt.connect(url, {
        protocolVersion: 4,
        username: member,
        password: `pw-${member}`,
        clientId: `${member}-${count}`,
        reconnectPeriod: 0,
        ...options,
      });
      client.on('error', () => undefined);
      clients.push(client);
      return client;
    },
    stop() {
      for (const client of clients) client.end(true);
      endpoint.stop();
      http.closeAllConnections();
      http.close();
    },
  };
}

/** The next event of a client, with what came along. */
export const received = (client: MqttClient, event: 'connect' | 'close' | 'error'): Promise<unknown> =>
  new Promise((resolve) => client.once(event, (first?: unknown) => resolve(first)));

/** A peer that says exactly what it is told to, and remembers every answer. */
export class RawPeer {
  readonly answers: Packet[] = [];
  readonly socket: WebSocket;
  /** Settles when the connection is over; gives the close code. */
  readonly over: Promise<number>;

  constructor(url: string) {
    this.socket = new WebSocket(url, ['mqtt']);
    const parser = mqttPacket.parser({ protocolVersion: 4 });
    parser.on('packet', (packet) => this.answers.push(packet));
    this.socket.on('message', (data) => parser.parse(data as Buffer));
    this.socket.on('error', () => undefined);
    this.over = new Promise((resolve) => this.socket.on('close', resolve));
  }

  opened(): Promise<void> {
    return new Promise((resolve) => this.socket.on('open', () => resolve()));
  }

  say(...packets: Packet[]): void {
    this.socket.send(Buffer.concat(packets.map((packet) => mqttPacket.generate(packet))));
  }

  /** CONNECT of a member with the right credential, or with parts of it changed. */
  hello(member: string, more: object = {}): void {
    this.say({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: `${member}-raw`,
      username: member,
      password: Buffer.from(`pw-${member}`),
      keepalive: 20,
      ...more,
    });
  }

  answer<Command extends Packet['cmd']>(cmd: Command): Extract<Packet, { cmd: Command }> | undefined {
    return this.answers.find((packet): packet is Extract<Packet, { cmd: Command }> => packet.cmd === cmd);
  }

  topics(): string[] {
    return this.answers.flatMap((packet) => (packet.cmd === 'publish' ? [packet.topic] : []));
  }
}
