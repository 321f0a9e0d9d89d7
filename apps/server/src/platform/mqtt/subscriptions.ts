import { limits } from '@eyrie/domain';
import type { MqttClient } from 'mqtt';

/** The embedded broker hangs up on a packet with more topics than this, and one dock has ten. */
function pieces(topics: readonly string[]): string[][] {
  const all: string[][] = [];
  for (let from = 0; from < topics.length; from += limits.broker.subscriptions)
    all.push(topics.slice(from, from + limits.broker.subscriptions));
  return all;
}

/**
 * Subscribes at QoS 1: the level of each message is then the one its sender chose.
 * @throws Error when the broker refuses a topic
 */
export async function subscribeTo(client: MqttClient, topics: readonly string[]): Promise<void> {
  for (const some of pieces(topics)) {
    const granted = await client.subscribeAsync(some, { qos: 1 });
    const refused = granted.filter((one) => one.qos === 128).map((one) => one.topic);
    if (refused.length > 0) throw new Error(`the broker refuses ${refused.join(', ')}`);
  }
}

/** Lets go of the topics as far as the connection lasts; a new connection begins without them. */
export async function unsubscribeFrom(client: MqttClient, topics: readonly string[]): Promise<void> {
  for (const some of pieces(topics)) await client.unsubscribeAsync(some).catch(() => undefined);
}
