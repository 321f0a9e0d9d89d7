import mqtt, { type MqttClient } from 'mqtt';
import { calls, consoleSubscriptions, decodeLive, type LiveMessage, type LiveTopicName } from '@eyrie/domain';
import { callAt, until } from './caller.ts';

export interface LiveReader {
  /** Every message so far, with the moment it came in on the monotonic clock. */
  heard: (LiveMessage & { at: number })[];
  /** The newest message of a kind about a thing. */
  last<N extends LiveTopicName>(name: N, objectID: string): (LiveMessage<N> & { at: number }) | undefined;
  /** Subscribes to one more topic, as a page does that shows its object. */
  watch(topic: string): Promise<void>;
  /** Connections that ended. */
  losses(): number;
  stop(): void;
}

/** Reads the live topics as a page does: a credential from the server, MQTT over WebSocket. Resolves when subscribed. */
export const readLive = async (
  url: string,
  who: { token: string; oid: string; groupRoot: string },
): Promise<LiveReader> => {
  const heard: LiveReader['heard'] = [];
  let losses = 0;
  const answer = await until(
    'live credential',
    () => callAt(url, who.token, calls.appearance.screenConfig),
    ({ status }) => status === 200,
  );
  const credential = JSON.parse(answer.data as string) as {
    url: string;
    account: string;
    password: string;
    clientId: string;
  };
  const address = new URL(credential.url, url);
  address.protocol = address.protocol.replace('http', 'ws');
  const client: MqttClient = await mqtt.connectAsync(address.href, {
    protocolVersion: 4,
    clientId: credential.clientId,
    username: credential.account,
    password: credential.password,
    reconnectPeriod: 0,
  });
  client.on('error', () => undefined);
  client.on('close', () => (losses += 1));
  client.on('message', (_topic, payload) => {
    const message = decodeLive(payload.toString());
    if (message) heard.push({ ...message, at: performance.now() });
  });
  await client.subscribeAsync(consoleSubscriptions(who.groupRoot, who.oid), { qos: 0 });
  return {
    heard,
    last: (name, objectID) =>
      heard.findLast((message) => message.name === name && message.objectID === objectID) as never,
    async watch(topic) {
      await client.subscribeAsync(topic, { qos: 0 });
    },
    losses: () => losses,
    stop: () => void client.end(true),
  };
};
