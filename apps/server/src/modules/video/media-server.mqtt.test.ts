import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@eyrie/domain';
import { promised, type DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { configurationOf, configurationTag, flvHead, pictureTag } from '../../platform/video/flv-writer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { outsidePath } from './video.outside.ts';

let outside: Server;
let server: TestServer;
let dock: DockClient;
let oid: string;
let videoId: string;
/** What the outside media server takes, and with which queries it was asked for it. */
let streams: string[] = [];
const fetched: URL[] = [];
const configuration = configurationOf(
  Buffer.from('6742c01fda014016e8', 'hex'),
  Buffer.from([0x68, 0xce, 0x3c, 0x80]),
);

/** Stands for SRS: its API and its pictures by FLV on one port. */
const startOutside = async (): Promise<string> => {
  outside = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://outside');
    if (url.pathname === '/api/v1/streams/') {
      const listed = streams.map((name) => ({ name, app: 'live', publish: { active: true } }));
      response.end(JSON.stringify({ code: 0, streams: listed }));
      return;
    }
    fetched.push(url);
    response.write(Buffer.concat([flvHead, configurationTag(configuration, 0)]));
    const begun = performance.now();
    const timer = setInterval(() => {
      const at = Math.round(performance.now() - begun);
      response.write(pictureTag([Buffer.from([0x65, 1, 2])], true, at));
    }, 50);
    response.on('close', () => clearInterval(timer));
  });
  await once(outside.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  const address = await startOutside();
  server = await startTestServer({
    EYRIE_MEDIA_SERVER_URL: address,
    EYRIE_MEDIA_SERVER_API: address,
    EYRIE_PUBLIC_RTMP_URL: 'rtmp://media.example.com',
  });
  const added = await server.addDock();
  ({ oid, dock } = added);
  videoId = `${added.sn}/165-0-7/normal-0`;
  const video = { video_index: 'normal-0', video_type: 'normal', switchable_video_types: ['normal'] };
  const camera = {
    camera_index: '165-0-7',
    available_video_number: 1,
    coexist_video_number_max: 1,
    video_list: [video],
  };
  await dock.osdParts();
  await dock.state({
    live_capacity: {
      available_video_number: 1,
      coexist_video_number_max: 1,
      device_list: [{ sn: added.sn, camera_list: [camera] }],
    },
    live_status: [],
  });
  await dock.request('config', { config_type: 'json', config_scope: 'product' });
});
afterAll(async () => {
  await server?.close();
  outside?.closeAllConnections();
  outside?.close();
});

const hook = async (action: string, stream: string, param: string): Promise<number> => {
  const body = JSON.stringify({ action, app: 'live', stream, param });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${server.running.url}${outsidePath}`, { method: 'POST', headers, body })).status;
};
const pictures = async () => (await server.call(calls.video.dock, { oid })).data as unknown as object[];
const soon = (isSo: () => Promise<void>): Promise<void> =>
  vi.waitFor(isSo, { timeout: promised(15_000), interval: 100 });

it('docks send to the outside media server, and what it takes is watched here by who may', async () => {
  await server.call(calls.command.startLive, { oid, key: randomUUID(), videoId });
  const [order] = dock
    .services('live_start_push')
    .map(({ data }) => data as { url: string; url_type: number });
  const push = new URL(order?.url ?? '');
  const stream = `${oid}_dock_165-0-7_normal-0`;
  expect([order?.url_type, push.host, push.pathname]).toEqual([1, 'media.example.com', `/live/${stream}`]);
  // The outside server asks whether it may take that.
  expect(await hook('on_publish', stream, push.search)).toBe(200);
  expect(await hook('on_publish', `${randomUUID()}_dock_165-0-7_normal-0`, push.search)).toBe(403);
  expect(await hook('on_play', stream, push.search)).toBe(403);

  expect(await pictures()).toEqual([]);
  streams = [stream];
  await soon(async () => expect(await pictures()).toMatchObject([{ videoId, outside: true }]));
  const address = `${server.running.url}/video/${stream}.flv`;
  expect((await fetch(address)).status).toBe(401);
  const answer = await fetch(address, { headers: { authToken: server.token } });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  expect(
    Buffer.from((await reader?.read())?.value ?? [])
      .subarray(0, 3)
      .toString(),
  ).toBe('FLV');
  await reader?.cancel();
  // It was asked for by one who may watch it, and not send it.
  const [asked] = fetched;
  expect(asked?.pathname).toBe(`/live/${stream}.flv`);
  expect(await hook('on_play', stream, asked?.search ?? '')).toBe(200);
  expect(await hook('on_publish', stream, asked?.search ?? '')).toBe(403);

  streams = [];
  await soon(async () => expect(await pictures()).toEqual([]));
});
