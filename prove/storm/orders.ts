import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import mqtt from 'mqtt';
import { calls } from '@eyrie/domain';
import type { Product } from '../product.ts';
import { stormSecret } from './dock.ts';

export const pilotSn = 'STORMPILOT';
const droneSn = `A${pilotSn}`;
const reportEvery = 1_000;

export interface Timed {
  /** Ms from the call to the message at the dock. */
  times: number[];
  /** Orders that did not reach it, by what was answered. */
  missed: string[];
}

export interface OrderedDock {
  /** Orders one after the other for as long as the answer is yes. */
  whileTrue(go: () => boolean): Promise<Timed>;
  end(): Promise<void>;
}

/** A dock with an aircraft in the air that is called home again and again, and notes when it hears that. */
export const openOrderedDock = async (product: Product, oid: string): Promise<OrderedDock> => {
  const { port } = new URL(product.server.mqtt);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: pilotSn,
    username: pilotSn,
    password: stormSecret,
    protocolVersion: 4,
    reconnectPeriod: 1_000,
  });
  const say = (topic: string, data: unknown, more: object = {}): void =>
    void client.publish(
      topic,
      JSON.stringify({
        tid: randomUUID(),
        bid: randomUUID(),
        timestamp: Date.now(),
        gateway: pilotSn,
        data,
        ...more,
      }),
    );
  const report = (): void => {
    const sub = { device_sn: droneSn, device_model_key: '0-91-0', device_online_status: 1, device_paired: 1 };
    say(`thing/product/${pilotSn}/osd`, { mode_code: 4, drone_in_dock: 0, sub_device: sub });
    say(`thing/product/${droneSn}/osd`, { mode_code: 5, elevation: 60, horizontal_speed: 5 });
  };
  const heard = new Map<string, number>();
  client.on('message', (_topic, payload) => {
    const at = performance.now();
    const { tid, bid, method } = JSON.parse(payload.toString()) as {
      tid: string;
      bid: string;
      method: string;
    };
    if (method === 'return_home') heard.set(tid, at);
    say(`thing/product/${pilotSn}/services_reply`, { result: 0 }, { tid, bid, method });
  });
  await client.subscribeAsync(`thing/product/${pilotSn}/services`, { qos: 1 });
  const aircraft = { sn: droneSn, domain: '0', type: 91, sub_type: 0, index: 'A' };
  const topology = { domain: '3', type: 3, sub_type: 0, sub_devices: [aircraft] };
  say(`sys/product/${pilotSn}/status`, topology, { method: 'update_topo' });
  report();
  const timer = setInterval(report, reportEvery);
  const order = async (): Promise<number | string> => {
    const before = new Set(heard.keys());
    const request = { oid, key: randomUUID(), tabId: 'storm-prove', issuedAt: Date.now() };
    const asked = performance.now();
    const answer = await product.call(calls.command.returnHome, request);
    const fresh = [...heard].find(([tid]) => !before.has(tid));
    return fresh ? fresh[1] - asked : `${answer.status} ${answer.message}`;
  };
  return {
    async whileTrue(go) {
      const found: Timed = { times: [], missed: [] };
      while (go()) {
        const one = await order().catch((error: unknown) => String(error));
        if (typeof one === 'number') found.times.push(one);
        else found.missed.push(one);
        await delay(100);
      }
      return found;
    },
    async end() {
      clearInterval(timer);
      await client.endAsync(true);
    },
  };
};
