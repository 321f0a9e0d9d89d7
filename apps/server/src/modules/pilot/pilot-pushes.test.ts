import { encodeLive, liveTopics, type DroneTelemetry } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { createPilotPushes } from './pilot-pushes.ts';

const root = '0199c0de-0000-7000-8000-000000000001';
const oid = '0199c0de-0000-7000-8000-000000000002';
const codesOf = (pushes: { text: string }[]): string[] =>
  pushes.map(({ text }) => (JSON.parse(text) as { biz_code: string }).biz_code);

describe('what servers publish', () => {
  it('is pushed when a device comes or goes, and not while it stays', () => {
    const pushes = createPilotPushes(() => 1);
    const say = (online: boolean) =>
      pushes.ofTopic(
        liveTopics.droneOnline.topic(root, oid),
        encodeLive('droneOnline', oid, { sn: 'A1', online, linkOID: oid }, 1),
      );
    expect(say(false)).toEqual([]);
    expect(codesOf(say(true))).toEqual(['device_online', 'device_update_topo']);
    expect(say(true)).toEqual([]);
    const gone = say(false);
    expect(codesOf(gone)).toEqual(['device_offline', 'device_update_topo']);
    expect(gone[0]).toMatchObject({ state: null, audience: { kind: 'device', family: 'UAV', oid } });
  });

  it('is nothing to the app where it is about anything else, or cannot be read', () => {
    const pushes = createPilotPushes(() => 1);
    expect(pushes.ofTopic(`INFO/${root}/DOCK/${oid}/9005`, '{}')).toEqual([]);
    expect(pushes.ofTopic(liveTopics.droneTelemetry.topic(root, oid), 'x')).toEqual([]);
    expect(pushes.ofTopic('', '')).toEqual([]);
  });

  it('is the newest place of an aircraft, by whatever it flies', () => {
    const drone = { sn: 'A1', online: true, lat: 22, lng: 113 } as DroneTelemetry;
    const body = (name: 'droneTelemetry' | 'heldDroneTelemetry', one: DroneTelemetry): string =>
      JSON.stringify({ objectID: oid, code: liveTopics[name].code, data: one, time: 5 });
    const whole = Object.fromEntries(
      Object.entries(liveTopics.droneTelemetry.data.shape).map(([field]) => [field, null]),
    );
    const known = {
      ...whole,
      ...drone,
      dockOid: oid,
      airborne: true,
      rth: { altitude: null, power: null, landingPower: null },
      batteries: [],
      gimbal: { pitch: null, roll: null, yaw: null },
      camera: {
        payloadIndex: null,
        mode: null,
        photo: null,
        recording: null,
        recordTime: null,
        zoom: null,
        irZoom: null,
      },
      position: { fixed: null, quality: null, gps: null, rtk: null },
      storage: { totalKB: null, usedKB: null },
      limits: { height: null, distance: null },
      linkLoss: { action: null, leavesPoint: null },
      searchlights: [],
      floatingTexts: [],
      ageMs: 0,
    } as unknown as DroneTelemetry;
    const pushes = createPilotPushes(() => 1);
    for (const name of ['droneTelemetry', 'heldDroneTelemetry'] as const)
      expect(pushes.ofTopic(liveTopics[name].topic(root, oid), body(name, known))).toMatchObject([
        { state: 'A1' },
      ]);
    const gone = { ...known, online: false };
    expect(pushes.ofTopic(liveTopics.droneTelemetry.topic(root, oid), body('droneTelemetry', gone))).toEqual(
      [],
    );
  });
});
