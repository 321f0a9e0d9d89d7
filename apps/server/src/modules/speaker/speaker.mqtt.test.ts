import { createHash, randomUUID } from 'node:crypto';
import { calls, type CallDeclaration } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { wavOf } from './wav.builder.ts';

const { speakerPlay, speakerMode, speakerStop, speakerVolume, speakerReplay } = calls.command;

describe('a loudspeaker of a dock', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;
  const psdkIndex = 2;

  /** Answers come in order: what was sent before is known then. */
  const heard = () => dock.request('config', { config_type: 'json', config_scope: 'product' });
  const carries = async (payloads: unknown): Promise<void> => {
    await dock.state({ psdk_widget_values: payloads });
    await dock.osdParts({ A: { sub_device: { device_online_status: 1 } } });
    await heard();
  };
  const speaker = { work_mode: 1, play_mode: 0, play_volume: 50, system_state: 0 };
  const fitted = () => carries([{ psdk_index: psdkIndex, psdk_name: 'Speaker', speaker }]);
  const outcome = (commandOID: string, state: 'in_progress' | 'succeeded' | 'failed') =>
    createPilot(server).waitCommand(commandOID, state);
  const sound = async (name: string) => {
    const bytes = wavOf({ rate: 44_100, channels: 2, seconds: 0.5 });
    const form = new FormData();
    form.append('name', name);
    form.append('file', new Blob([new Uint8Array(bytes)]), 'siren.mp3');
    const { path } = calls.speaker.add;
    const answer = await fetch(`${server.running.url}${path}`, {
      method: 'POST',
      headers: { authToken: server.token },
      body: form,
    });
    const added = (await answer.json()) as Pick<Answer, 'data'>;
    expect(added.data).toMatchObject({ name, kind: 'sound', seconds: expect.closeTo(0.5, 1) });
    return added.data as { oid: string; md5: string; size: number };
  };
  const play = (audioOID: string) =>
    server.call(speakerPlay, { oid, key: randomUUID(), audioOID, psdkIndex });

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
  });
  afterAll(() => server.close());

  it('is ordered nothing where the dock reports none', async () => {
    const { oid: audioOID } = await sound('none');
    for (const payloads of [[], [{ psdk_index: psdkIndex, psdk_name: 'Searchlight' }]]) {
      await carries(payloads);
      expect(await play(audioOID)).toMatchObject({ status: 409, data: { reason: 'speakerMissing' } });
    }
    expect(dock.services('speaker_audio_play_start')).toEqual([]);
  });

  it('is given a sound that it can fetch and that is what was promised', async () => {
    await fitted();
    const { oid: audioOID, md5, size } = await sound('siren');
    const given = await play(audioOID);
    const bid = given.data.commandOID as string;
    const [sent, ...again] = dock.services('speaker_audio_play_start');
    expect(again).toEqual([]);
    expect(sent).toMatchObject({ bid, data: { psdk_index: 2, file: { name: 'siren', md5, format: 'pcm' } } });
    if (!sent) throw new Error('nothing was sent');
    const { file } = sent.data as { file: { url: string } };
    const fetched = new Uint8Array(await (await fetch(file.url)).arrayBuffer());
    expect(fetched.length).toBe(size);
    expect(createHash('md5').update(fetched).digest('hex')).toBe(md5);

    const says = (status: string, step_key: string, percent: number, result = 0) =>
      dock.event(
        'speaker_audio_play_start_progress',
        { result, output: { psdk_index: 2, status, md5, progress: { percent, step_key } } },
        { bid },
      );
    await says('in_progress', 'download', 20);
    await outcome(bid, 'in_progress');
    await says('ok', 'play', 100);
    await outcome(bid, 'succeeded');
  });

  it('fails when the dock says so, by its word on this very order alone', async () => {
    await fitted();
    const { oid: audioOID } = await sound('broken');
    const bid = (await play(audioOID)).data.commandOID as string;
    const failed = { result: 327_056, output: { psdk_index: 2, status: 'failed' } };
    await dock.event('speaker_audio_play_start_progress', failed, { bid: randomUUID() });
    await heard();
    expect((await server.call(calls.command.get, { oid: bid })).data.state).toBe('accepted');
    await dock.event('speaker_audio_play_start_progress', failed, { bid });
    await outcome(bid, 'failed');
  });

  it('says a text, with the sum of its words', async () => {
    await fitted();
    const text = '请勿靠近 Keep away';
    const added = await server.call(calls.speaker.addSpeech, { name: 'away', text });
    await play(added.data.oid as string);
    expect(dock.services('speaker_tts_play_start')).toMatchObject([
      {
        data: {
          psdk_index: 2,
          tts: { name: 'away', text, md5: createHash('md5').update(text).digest('hex') },
        },
      },
    ]);
  });

  it('is set and silenced, and nothing reaches it out of range', async () => {
    await fitted();
    const order = (call: CallDeclaration, fields: object = {}) =>
      server.call(call, { oid, key: randomUUID(), psdkIndex, ...fields });
    expect((await order(speakerVolume, { volume: 0 })).data.state).toBe('succeeded');
    for (const volume of [-1, 101, 1.5, null, '50', undefined])
      expect((await order(speakerVolume, { volume })).status).toBe(422);
    expect(dock.services('speaker_play_volume_set')).toMatchObject([{ data: { play_volume: 0 } }]);
    for (const [playMode, play_mode] of [
      ['loop', 1],
      ['once', 0],
    ] as const) {
      await order(speakerMode, { playMode });
      expect(dock.services('speaker_play_mode_set').at(-1)).toMatchObject({
        data: { psdk_index: 2, play_mode },
      });
    }
    await order(speakerReplay);
    await order(speakerStop);
    expect(dock.services('speaker_replay')).toHaveLength(1);
    expect(dock.services('speaker_play_stop')).toMatchObject([{ data: { psdk_index: 2 } }]);
  });

  it('is given nothing of a sound that was deleted, and nothing while the aircraft is off', async () => {
    await fitted();
    const { oid: audioOID } = await sound('gone');
    await server.call(calls.speaker.remove, { oids: [audioOID] });
    const before = dock.services('speaker_audio_play_start').length;
    expect(await play(audioOID)).toMatchObject({ status: 409, data: { reason: 'soundMissing' } });
    const { oid: other } = await sound('off');
    await dock.osdParts({ A: { sub_device: { device_online_status: 0 } } });
    await heard();
    expect(await play(other)).toMatchObject({ message: 'Please turn on the drone first' });
    expect(dock.services('speaker_audio_play_start')).toHaveLength(before);
  });
});
