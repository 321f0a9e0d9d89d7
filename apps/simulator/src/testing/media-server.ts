import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface TestMediaServer {
  rtmp: string;
  http: string;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('./media-server.mjs', import.meta.url));

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** A real media server that takes RTMP and gives HTTP-FLV, on free ports. */
export async function startMediaServer(): Promise<TestMediaServer> {
  const [rtmp, http] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-media-'));
  const child = fork(script, [String(rtmp), String(http)], {
    cwd: folder,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error('the media server did not start')));
  });
  return {
    rtmp: `rtmp://127.0.0.1:${rtmp}`,
    http: `http://127.0.0.1:${http}`,
    stop: async () => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
