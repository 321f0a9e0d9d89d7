// A media server in a process of its own: one malformed packet ends it, and a test must survive that.
import NodeMediaServer from 'node-media-server';

const [rtmp, http] = process.argv.slice(2).map(Number);
const server = new NodeMediaServer({
  bind: '127.0.0.1',
  notify: {},
  auth: { play: false, publish: false },
  rtmp: { port: rtmp },
  http: { port: http },
  static: { router: '/', root: '.' },
  record: { path: '' },
  webadmin: { enable: false },
});
server.run();
process.send?.('ready');
