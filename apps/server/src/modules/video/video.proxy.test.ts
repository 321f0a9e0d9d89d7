import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { freePort } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { until } from '../../testing/caller.ts';
import { registerVideoRelay } from './video.relay.ts';

const nginx = '/usr/sbin/nginx';
const present = existsSync(nginx);
const dockOID = '018f0000-0000-7000-8000-00000000d0c0';
const viewer = {
  sessionOID: 's',
  memberOID: 'm',
  groupOID: 'own',
  resources: new Set(['video:watch']),
} as unknown as Caller;

/** A proxy as it is installed, which gathers answers before it passes them on. */
const bufferingProxy = (port: number, upstream: number, dir: string): ChildProcess => {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(dir, kind)};`,
  );
  const file = join(dir, 'nginx.conf');
  mkdirSync(join(dir, 'logs'));
  writeFileSync(
    file,
    `worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${join(dir, 'pid')};
error_log stderr;
events { worker_connections 64; }
http {
  ${paths.join('\n  ')}
  access_log off;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${upstream}; }
  }
}
`,
  );
  return spawn(nginx, ['-c', file, '-p', dir, '-e', 'stderr', '-g', 'daemon off;'], { stdio: 'ignore' });
};

describe.skipIf(!present)(`behind a proxy that buffers${present ? '' : ' (skipped: no nginx here)'}`, () => {
  let app: FastifyInstance;
  let media: Server;
  let proxy: ChildProcess;
  let dir: string;
  let path: string;

  beforeAll(async () => {
    // Seven hundred bytes a second: the buffer of a proxy is full after six seconds.
    media = createServer((_request, response) => {
      response.writeHead(200);
      response.write(Buffer.alloc(20));
      const timer = setInterval(() => response.write('picture'), 10);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
    const runtime = { clock: systemClock, log: createLog({ level: 'silent' }) } as unknown as Runtime;
    app = Fastify();
    registerVideoRelay(app, runtime, {
      video: {
        pushTarget: () => ({ protocol: 'rtmp', url: '' }),
        whip: null,
        streams: async () => [],
        flvUrl: () => '',
        sourceUrl: async () => `http://127.0.0.1:${(media.address() as AddressInfo).port}/`,
        whep: null,
      },
      callerOf: async () => viewer,
      dockInScope: async (_caller, oid) => ({ oid, sn: 'SN', droneSn: 'DSN' }) as never,
      showsPictures: async () => false,
      access: { stamp: () => ({ changes: 0, narrowings: 0 }), hold: () => () => true },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    dir = mkdtempSync(join(tmpdir(), 'eyrie-buffering-'));
    const port = await freePort();
    proxy = bufferingProxy(port, (app.server.address() as AddressInfo).port, dir);
    const root = `http://127.0.0.1:${port}`;
    await until(
      'nginx',
      () => fetch(root),
      ({ status }) => status === 404,
    );
    path = `${root}/video/${dockOID}_dock_165-0-7_normal-0.flv`;
  });
  afterAll(async () => {
    if (proxy?.exitCode === null) {
      const end = once(proxy, 'exit');
      proxy.kill();
      await end;
    }
    app?.server.closeAllConnections();
    await app?.close();
    media?.closeAllConnections();
    media?.close();
    if (dir) rmSync(dir, { recursive: true, force: true });
  });

  test('a picture is passed on as it comes', async () => {
    const reader = (await fetch(path)).body?.getReader();
    let size = 0;
    while (size < 100) size += (await reader?.read())?.value?.length ?? 0;
    // A buffer would have been filled first, of four kilobytes with the head of the answer.
    expect(size).toBeLessThan(2_000);
    await reader?.cancel();
  });
});
