/** The peer where mosquitto is not installed: the least a fan-out can be made of, `ws` and `mqtt-packet`. */
import { createServer } from 'node:http';
import mqtt from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { answerQuestions } from '../process.ts';

answerQuestions(async ({ from }: { from: number }) => {
  const http = createServer();
  const readers = new Map<string, WebSocket[]>();
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
    const parser = mqttPacket.parser({ protocolVersion: 4 });
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        socket.send(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
      }
      if (packet.cmd !== 'subscribe') return;
      const root = packet.subscriptions[0]?.topic.split('/')[1] ?? '';
      readers.set(root, [...(readers.get(root) ?? []), socket]);
      socket.send(mqttPacket.generate({ cmd: 'suback', messageId: packet.messageId ?? 1, granted: [0] }));
    });
    socket.on('message', (data) => parser.parse(data as Buffer));
  });
  const feed = mqtt.connect(`mqtt://127.0.0.1:${from}`, { protocolVersion: 4 });
  feed.on('message', (topic, payload) => {
    const packet = mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false });
    for (const reader of readers.get(topic.split('/')[1] ?? '') ?? []) reader.send(packet);
  });
  await feed.subscribeAsync('INFO/#');
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return (http.address() as { port: number }).port;
});
