/** The browsers: 20 of each organisation, reading cheaply, remembering the newest turn of each device and every age. */
import mqttPacket from 'mqtt-packet';
import { WebSocket } from 'ws';
import { answerQuestions } from '../process.ts';
import { load, organisationName, turnAndTime } from './load.ts';

type Question = { do: 'join'; port: number } | { do: 'reset' } | { do: 'report'; turn: number };

export interface Report {
  deliveries: number;
  /** Of all pairs of browser and device: how many hold the last turn, as a fraction. */
  present: number;
  /** Milliseconds from sending by the device to arrival. */
  p50: number;
  p99: number;
}

const newest: Map<string, number>[] = [];
const ages = new Uint32Array(5_001);
let deliveries = 0;

/** Walks the MQTT packets of one frame; both sides send whole packets in a frame. */
function read(frame: Buffer, turns: Map<string, number>): void {
  const now = Date.now();
  let at = 0;
  while (at < frame.length) {
    const kind = (frame[at] ?? 0) >> 4;
    let length = 0;
    let shift = 0;
    let digit = 0x80;
    for (at += 1; digit & 0x80; at += 1, shift += 7) {
      digit = frame[at] ?? 0;
      length |= (digit & 0x7f) << shift;
    }
    if (kind === 3) {
      const name = frame.readUInt16BE(at);
      const { turn, time } = turnAndTime(frame.subarray(at + 2 + name, at + length));
      turns.set(frame.toString('latin1', at + 2, at + 2 + name), turn);
      deliveries += 1;
      const age = Math.min(ages.length - 1, Math.max(0, now - time));
      ages[age] = (ages[age] ?? 0) + 1;
    }
    at += length;
  }
}

const join = (port: number, organisation: number, browser: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const root = organisationName(organisation);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, ['mqtt'], { perMessageDeflate: false });
    const turns = new Map<string, number>();
    newest.push(turns);
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(
        mqttPacket.generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId: `${root}-${browser}`,
          username: root,
          password: Buffer.from('x'),
          keepalive: 200,
        }),
      );
      const subscriptions = [{ topic: `INFO/${root}/DOCK/+/9005`, qos: 0 as const }];
      socket.send(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
    });
    socket.on('message', (data) => {
      const frame = data as Buffer;
      // SUBACK: from here on this browser counts.
      if ((frame[0] ?? 0) >> 4 === 9) resolve();
      else read(frame, turns);
    });
  });

function percentile(share: number): number {
  let below = 0;
  for (const [age, count] of ages.entries()) {
    below += count;
    if (below >= deliveries * share) return age;
  }
  return Number.POSITIVE_INFINITY;
}

function report(turn: number): Report {
  const pairs = newest.length * load.devicesEach;
  const good = newest.reduce(
    (sum, turns) => sum + [...turns.values()].filter((last) => last === turn).length,
    0,
  );
  return { deliveries, present: good / pairs, p50: percentile(0.5), p99: percentile(0.99) };
}

answerQuestions(async (question: Question) => {
  if (question.do === 'report') return report(question.turn);
  if (question.do === 'reset') {
    ages.fill(0);
    deliveries = 0;
    return null;
  }
  for (let organisation = 0; organisation < load.organisations; organisation += 1) {
    await Promise.all(
      Array.from({ length: load.browsersEach }, (_, browser) => join(question.port, organisation, browser)),
    );
  }
  return newest.length;
});
