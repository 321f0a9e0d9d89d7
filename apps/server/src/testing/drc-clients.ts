import { randomUUID } from 'node:crypto';
import {
  calls,
  centredSticks,
  drcDown,
  type DrcState,
  type DrcUp,
  type LandingAnswer,
  type Sticks,
} from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { connectAsync, type MqttClient } from 'mqtt';
import { WebSocket } from 'ws';
import type { TestServer } from './test-server.ts';

/** What a dock was sent on its connection for sticks. */
export interface Heard {
  at: number;
  method: string;
  seq: number;
  data: Record<string, unknown> | null;
}

/** The second connection of a hand-written dock, by the words of the order that has it opened. */
export const openRelay = async (sn: string, order: unknown) => {
  const { mqtt_broker: given } = order as {
    mqtt_broker: { address: string; client_id: string; username: string; password: string };
  };
  const mqtt: MqttClient = await connectAsync(`mqtt://${given.address}`, {
    clientId: given.client_id,
    username: given.username,
    password: given.password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  const heard: Heard[] = [];
  mqtt.on('message', (_topic, payload) => {
    const { method, seq, data } = JSON.parse(payload.toString()) as Omit<Heard, 'at'>;
    heard.push({ at: performance.now(), method, seq, data });
  });
  await mqtt.subscribeAsync(`thing/product/${sn}/drc/down`);
  const say = (method: string, data: unknown, seq = 1): Promise<unknown> =>
    mqtt.publishAsync(`thing/product/${sn}/drc/up`, JSON.stringify({ seq, method, data }));
  const pushing = setInterval(() => void say('osd_info_push', { height: 60 }).catch(() => undefined), 100);
  return {
    mqtt,
    heard,
    say,
    frames: () => heard.filter(({ method }) => method === 'stick_control'),
    silence: () => clearInterval(pushing),
    async close(): Promise<void> {
      clearInterval(pushing);
      await mqtt.endAsync(true);
    },
  };
};
export type RelayClient = Awaited<ReturnType<typeof openRelay>>;

/**
 * Whoever flies has the dock open its link for sticks, and it does.
 * @throws Error when the order was not carried out
 */
export const openLink = async (
  server: Pick<TestServer, 'call'>,
  { oid, sn, dock, ...by }: { oid: string; sn: string; dock: DockClient; tabId: string; epoch: number },
): Promise<RelayClient> => {
  const before = dock.services('drc_mode_enter').length;
  const order = { oid, ...by, key: randomUUID(), issuedAt: Date.now() };
  const { status, data } = await server.call(calls.command.drcEnter, order);
  if (status !== 200 || data.state !== 'succeeded')
    throw new Error(`the link was not opened: ${status} ${JSON.stringify(data)}`);
  return openRelay(sn, (await dock.waitForService('drc_mode_enter', before + 1)).data);
};

/** The connection of a page that flies; null where it was refused. */
export const openSticks = async (url: string, code: string) => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/drc?code=${encodeURIComponent(code)}`);
  const states: DrcState[] = [];
  const refused: string[] = [];
  const landings: LandingAnswer[] = [];
  let asked = 0;
  let seq = 0;
  socket.on('message', (data: Buffer) => {
    const message = drcDown.parse(JSON.parse(data.toString()));
    if (message.kind === 'state') states.push(message.state);
    else if (message.kind === 'landing') landings.push(message.answer);
    else if (message.kind === 'refused') refused.push(message.field);
    else {
      asked += 1;
      socket.send(JSON.stringify({ kind: 'pong', id: message.id, at: performance.now() } satisfies DrcUp));
    }
  });
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!opened) return null;
  return {
    socket,
    states,
    refused,
    landings,
    asked: () => asked,
    frame(epoch: number, sticks: Partial<Sticks> = {}, differs: Record<string, unknown> = {}): void {
      seq += 1;
      const at = performance.now();
      socket.send(
        JSON.stringify({
          kind: 'frame',
          epoch,
          seq,
          at,
          sticks: { ...centredSticks, ...sticks },
          ...differs,
        }),
      );
    },
    say: (text: string): void => socket.send(text),
    closed: (): boolean => socket.readyState === WebSocket.CLOSED,
  };
};
export type SticksClient = NonNullable<Awaited<ReturnType<typeof openSticks>>>;
