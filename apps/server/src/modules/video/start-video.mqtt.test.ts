import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const library = await import('node-datachannel').then(
  (found) => found.default,
  () => null,
);
const why = library ? '' : ' (skipped: node-datachannel does not exist for this system)';

/** A dock whose own camera can be watched, on a server that takes pictures in this way. */
const openDock = async (protocol: string) => {
  server = await startTestServer({ EYRIE_PUSH_PROTOCOL: protocol });
  const { oid, sn, dock } = await server.addDock();
  const camera = {
    camera_index: '165-0-7',
    available_video_number: 1,
    coexist_video_number_max: 1,
    video_list: [{ video_index: 'normal-0', video_type: 'normal', switchable_video_types: ['normal'] }],
  };
  const videoId = `${sn}/165-0-7/normal-0`;
  const sends = { video_id: videoId, video_type: 'normal', video_quality: 3, status: 1, error_status: 0 };
  /** Answers come in order: what was sent before is known then. */
  const shows = async (pushing: boolean): Promise<void> => {
    await dock.state({
      live_capacity: {
        available_video_number: 1,
        coexist_video_number_max: 1,
        device_list: [{ sn, camera_list: [camera] }],
      },
      live_status: pushing ? [sends] : [],
    });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  await dock.osdParts();
  await shows(false);
  return { oid, dock, videoId, shows, running: server.running.url, call: server.call };
};
const orderOf = (dock: DockClient) =>
  dock.services('live_start_push').map(({ data }) => data as { url: string; url_type: number });
const offerTo = (url: URL, sdp: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: sdp });

it.skipIf(!library)(
  `a dock is ordered to send by WHIP, to an address that takes its offer and no stranger’s${why}`,
  async () => {
    const { oid, dock, videoId, running, call } = await openDock('whip');
    const started = await call(calls.command.startLive, { oid, key: randomUUID(), videoId });
    expect(started).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    const [order, ...more] = orderOf(dock);
    expect(more).toEqual([]);
    expect(order).toMatchObject({ url_type: 4, video_id: videoId, video_quality: 3 });
    const url = new URL(order?.url ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(`${running}/rtc/v1/whip/`);
    expect(url.searchParams.get('stream')).toBe(`${oid}_dock_165-0-7_normal-0`);

    const connection = new library!.PeerConnection('dock', { iceServers: [], disableAutoNegotiation: true });
    const media = new library!.Video('0', 'SendOnly');
    media.addH264Codec(102);
    const track = connection.addTrack(media);
    connection.setLocalDescription('offer');
    const sdp = connection.localDescription()?.sdp ?? '';
    const answer = await offerTo(url, sdp);
    expect([answer.status, (await answer.text()).includes('a=recvonly')]).toEqual([201, true]);
    const foreign = new URL(url);
    foreign.searchParams.set('stream', `${randomUUID()}_dock_165-0-7_normal-0`);
    expect((await offerTo(foreign, sdp)).status).toBe(403);
    const place = new URL(answer.headers.get('location') ?? '', url);
    expect((await fetch(place, { method: 'DELETE' })).status).toBe(200);
    expect(track.isClosed()).toBe(false);
    connection.close();
  },
);

it('a dock is ordered to send by RTMP where nothing else is set', async () => {
  const { oid, dock, videoId, call } = await openDock('');
  await call(calls.command.startLive, { oid, key: randomUUID(), videoId });
  expect(orderOf(dock)).toMatchObject([{ url_type: 1, url: expect.stringMatching(/^rtmp:\/\/.*\?sign=/) }]);
});

it('a window that leaves a picture leaves it to the other windows of its session, and the last one ends it', async () => {
  const { oid, dock, videoId, shows, call } = await openDock('');
  const order = (method: 'startLive' | 'stopLive', tabId: string) =>
    call(calls.command[method], { oid, key: randomUUID(), videoId, tabId });
  const ended = () => dock.services('live_stop_push').map(({ data }) => data);
  await order('startLive', 'tab-monitor');
  await shows(true);
  await order('startLive', 'tab-window');
  expect(await order('stopLive', 'tab-window')).toMatchObject({ status: 200, data: { state: 'succeeded' } });
  expect(ended()).toEqual([]);
  expect(await order('stopLive', 'tab-monitor')).toMatchObject({ status: 200, data: { state: 'succeeded' } });
  expect(ended()).toEqual([{ video_id: videoId }]);
});
