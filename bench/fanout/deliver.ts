/** Our delivering side: the live endpoint of the server, fed by an mqtt.js subscription as in the product. */
import { createServer } from 'node:http';
import { limits } from '@eyrie/domain';
import mqtt from 'mqtt';
import { pino } from 'pino';
import { createLiveEndpoint } from '../../apps/server/src/modules/telemetry/live-endpoint.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { answerQuestions } from '../process.ts';

answerQuestions(async ({ from }: { from: number }) => {
  const http = createServer();
  const endpoint = createLiveEndpoint({
    server: http,
    path: '/mqtt',
    authenticate: async ({ username, clientId }) => ({
      sessionOID: clientId,
      memberOID: clientId,
      groupRoot: username,
    }),
    originAllowed: () => true,
    // Each delivery is asked for, as in the product, where the answer also comes from memory.
    maySee: (grant, kind, oid) => kind === 'DOCK' && oid.length > 0 && grant.groupRoot.length > 0,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    limits: limits.live,
  });
  const feed = mqtt.connect(`mqtt://127.0.0.1:${from}`, { protocolVersion: 4 });
  feed.on('message', (topic, payload) => endpoint.publish(topic, payload));
  await feed.subscribeAsync('INFO/#');
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return (http.address() as { port: number }).port;
});
