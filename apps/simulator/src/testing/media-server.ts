import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface TestMediaServer {
  rtmp: string;
  http: string;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('./media-server.mjs', import.meta.url));

/** A real media server that takes RTMP and gives HTTP-FLV, on free ports. */
export async function startMediaServer(): Promise<TestMediaServer> {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-media-'));
  const child = fork(script, [], {
    cwd: folder,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { rtmp, http } = await new Promise<{ rtmp: number; http: number }>((resolve, reject) => {
    child.once('message', (ports) => resolve(ports as { rtmp: number; http: number }));
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
