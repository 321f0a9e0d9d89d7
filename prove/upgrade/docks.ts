/** As little of a dock as has to be there to be seen, many of them in this process, over TLS. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import mqtt, { type MqttClient } from 'mqtt';

export interface SmallDock {
  sn: string;
  oid: string;
  /** How often the broker cut it off. */
  cut(): number;
  end(): void;
}

const sayEvery = 2_000;

export const startSmallDock = async (
  { devices, caFile }: { devices: string; caFile: string },
  { sn, oid, secret }: { sn: string; oid: string; secret: string },
): Promise<SmallDock> => {
  let cut = 0;
  const client: MqttClient = await mqtt.connectAsync(devices, {
    clientId: sn,
    username: sn,
    password: secret,
    ca: readFileSync(caFile),
    reconnectPeriod: 1_000,
  });
  client.on('error', () => undefined);
  client.on('close', () => (cut += 1));
  const drone = `A${sn}`;
  const say = (topic: string, data: unknown, method?: string): void => {
    const message = {
      tid: randomUUID(),
      bid: randomUUID(),
      timestamp: Date.now(),
      gateway: sn,
      method,
      data,
    };
    client.publish(topic, JSON.stringify(message), { qos: 0 });
  };
  const aircraft = { sn: drone, domain: '0', type: 91, sub_type: 0, index: 'A' };
  const arrive = (): void =>
    say(
      `sys/product/${sn}/status`,
      { domain: '3', type: 3, sub_type: 0, sub_devices: [aircraft] },
      'update_topo',
    );
  const sub = { device_sn: drone, device_model_key: '0-91-0', device_online_status: 1, device_paired: 1 };
  const speak = (): void => {
    say(`thing/product/${sn}/osd`, { mode_code: 0, drone_in_dock: 1, sub_device: sub });
    say(`thing/product/${drone}/osd`, { mode_code: 0, elevation: 0, horizontal_speed: 0 });
  };
  client.on('connect', arrive);
  arrive();
  speak();
  const timer = setInterval(speak, sayEvery);
  return {
    sn,
    oid,
    cut: () => cut,
    end: () => {
      clearInterval(timer);
      client.end(true);
    },
  };
};
