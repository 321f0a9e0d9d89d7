import { randomUUID } from 'node:crypto';
import type { Heard, TestBroker } from './broker.ts';

export interface GroundStation {
  /** Sends a service and gives the reply's data. */
  order(method: string, data: unknown): Promise<{ result: number }>;
  /** Sends a service under ids of one's own and waits for nothing. */
  send(method: string, data: unknown, ids: { tid: string; bid: string }): void;
  /** Stop answering events, so that the dock repeats itself. */
  deaf: boolean;
  storage: unknown;
}

const answers: Record<string, unknown> = {
  config: { ntp_server_host: '127.0.0.1', app_id: '1', app_key: 'k', app_license: 'l' },
  flight_areas_get: { result: 0, output: { files: [] } },
};

/** The least a server must do for a dock: it answers what wants an answer. */
export function groundStation(broker: TestBroker, sn: string): GroundStation {
  const station: GroundStation = {
    deaf: false,
    storage: null,
    send: (method, data, ids) =>
      broker.publish(`thing/product/${sn}/services`, { ...ids, timestamp: Date.now(), method, data }),
    order: async (method, data) => {
      const ids = { tid: randomUUID(), bid: randomUUID() };
      const reply = broker.until(
        `reply to ${method}`,
        (one) => one.topic === `thing/product/${sn}/services_reply` && one.body.tid === ids.tid,
      );
      station.send(method, data, ids);
      return (await reply).body.data;
    },
  };
  broker.onMessage((one) => answer(broker, sn, station, one));
  return station;
}

function answer(broker: TestBroker, sn: string, station: GroundStation, { topic, body }: Heard) {
  const { tid, bid, method } = body;
  // What controllers say on `thing` is answered where docks are.
  const answered = topic === `thing/product/${sn}/status` ? `sys/product/${sn}/status` : topic;
  const reply = (data: unknown) =>
    broker.publish(`${answered}_reply`, { tid, bid, timestamp: Date.now(), method, data });
  if (answered === `sys/product/${sn}/status`) reply({ result: 0 });
  if (topic.endsWith('/requests')) reply(requestAnswer(String(method), sn, station));
  if (body.need_reply === 1 && !station.deaf) reply({ result: 0 });
}

function requestAnswer(method: string, sn: string, station: GroundStation): unknown {
  if (method === 'airport_bind_status')
    return { result: 0, output: { bind_status: [{ sn, is_device_bind_organization: true }] } };
  if (method === 'storage_config_get') return { result: 0, output: station.storage };
  return answers[method] ?? { result: 0 };
}
