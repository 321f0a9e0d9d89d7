/** The devices: publishes each one's status once a second, evenly spread, over one MQTT connection. */
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import { answerQuestions } from '../process.ts';
import { liveBody, load, topicName } from './load.ts';

type Question =
  /** Stand in for the broker to which the deliverer subscribes; gives the port. */
  | { do: 'serve' }
  /** Be a client of the broker that delivers. */
  | { do: 'join'; port: number }
  | { do: 'publish'; turns: number; firstTurn: number };

let line: Socket | null = null;
const say = (packet: Packet): boolean | undefined => line?.write(mqttPacket.generate(packet));

const serve = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      line = socket.setNoDelay();
      const parser = mqttPacket.parser({ protocolVersion: 4 });
      parser.on('packet', (packet) => {
        if (packet.cmd === 'connect') say({ cmd: 'connack', returnCode: 0, sessionPresent: false });
        if (packet.cmd === 'subscribe')
          say({ cmd: 'suback', messageId: packet.messageId ?? 1, granted: [0] });
        if (packet.cmd === 'pingreq') say({ cmd: 'pingresp' });
      });
      socket.on('data', (data) => parser.parse(data));
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });

const join = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      line = socket.setNoDelay();
      say({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: 'devices',
        keepalive: 0,
      });
    });
    socket.on('error', reject);
    socket.once('data', () => resolve());
  });

/** Sends in steps of 10 ms what is due by the clock, so that a late step is made up for. */
const publish = (turns: number, firstTurn: number): Promise<void> =>
  new Promise((resolve) => {
    const count = load.organisations * load.devicesEach;
    const start = performance.now();
    let sent = 0;
    const step = setInterval(() => {
      const due = Math.min(turns * count, Math.floor(((performance.now() - start) / load.turnMs) * count));
      for (; sent < due; sent += 1) {
        const at = sent % count;
        const topic = topicName(at % load.organisations, Math.floor(at / load.organisations));
        const payload = liveBody(topic, firstTurn + Math.floor(sent / count));
        say({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false });
      }
      if (sent < turns * count) return;
      clearInterval(step);
      resolve();
    }, 10);
  });

answerQuestions(async (question: Question) => {
  if (question.do === 'serve') return serve();
  if (question.do === 'join') return join(question.port);
  return publish(question.turns, question.firstTurn);
});
