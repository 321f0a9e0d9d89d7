// A media server in a process of its own: one malformed packet ends it, and a test must survive that.
import { once } from 'node:events';
import NodeMediaServer from 'node-media-server';

// Without ports it makes no servers; they listen where it is free, which the library cannot say.
const server = new NodeMediaServer({
  bind: '127.0.0.1',
  notify: {},
  auth: { play: false, publish: false },
  rtmp: { port: 1 },
  http: { port: 1 },
  static: { router: '/', root: '.' },
  record: { path: '' },
  webadmin: { enable: false },
});
const portOf = async (one) => {
  one.listen(0, '127.0.0.1');
  await once(one, 'listening');
  return one.address().port;
};
process.send?.({
  rtmp: await portOf(server.rtmpServer.tcpServer),
  http: await portOf(server.httpServer.httpServer),
});
