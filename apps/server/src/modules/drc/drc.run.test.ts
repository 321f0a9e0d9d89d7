import { noLanding } from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DockLink } from '../dock/index.ts';
import { begin, flownLink, flownRun, handClock, saysDock, type HandClock } from './drc.fixture.ts';
import { recordSent } from './drc.outcomes.ts';
import { hearDock, stateOf, type DrcRun } from './drc.run.ts';

let clock: HandClock;
let link: DockLink;
let run: DrcRun;
const says = (method: string | null, data: unknown, at = 0): void => {
  clock.to(at);
  hearDock(run, link, { method, data, raw: {} } as unknown as Parameters<typeof hearDock>[2], clock);
};
beforeEach(() => {
  clock = handClock();
  link = flownLink();
  run = { ...flownRun(link), heardAt: null };
});

const place = { latitude: 24, longitude: 54, height: 160, attitude_head: 90 };

describe('what a dock says by the link of sticks', () => {
  it('of its aircraft counts from when it came, and opens the numbers of the link', () => {
    says('osd_info_push', place, 250);
    expect(run).toMatchObject({ heardAt: begin + 250, place: { lng: 54, lat: 24, height: 160, head: 90 } });
    expect(link.sticks).toMatchObject({ night: null, capture: null, searchlights: [], stealth: null });
    expect([link.sticks?.nextSeq(), link.sticks?.nextSeq(), run.seq]).toEqual([1, 2, 2]);
    const kept = link.sticks;
    says('osd_info_push', { ...place, latitude: 0, longitude: 0 }, 350);
    // Without a place it is heard all the same, and flies nowhere that is known.
    expect(run).toMatchObject({ heardAt: begin + 350, place: null });
    expect(link.sticks).toBe(kept);
  });

  it('of anything else does not say what its aircraft does', () => {
    says('heart_beat', { timestamp: clock.wall() - 30 });
    says('delay_info_push', { sdr_cmd_delay: 38 });
    says('hsi_info_push', { down_distance: 12_000 });
    says('drc_drone_state_push', { stealth_state: 1 });
    says('nonsense', place);
    expect(run.heardAt).toBe(null);
    expect(link.sticks).toBe(null);
  });

  it('of its delays is kept, each by its own word, and never below nothing', () => {
    expect(stateOf(run, link, begin)).toMatchObject({ roundTrip: null, radioDelay: null });
    says('heart_beat', { timestamp: clock.wall() - 30.4 });
    says('delay_info_push', { sdr_cmd_delay: 38 });
    expect(stateOf(run, link, begin)).toMatchObject({ roundTrip: 30, radioDelay: 38 });
    says('heart_beat', { timestamp: clock.wall() + 500 });
    says('delay_info_push', { liveview_delay_list: [{ video_id: 'a/b/c', liveview_delay_time: 70 }] });
    expect(stateOf(run, link, begin)).toMatchObject({ roundTrip: 0, radioDelay: 38 });
  });

  it('of its camera is kept with the link, and by what it says of it alone', () => {
    const camera = { payload_index: '81-0-0', camera_state: { photo_format: 1 } };
    says('drc_camera_state_push', camera);
    // Nobody is shown a camera whose aircraft does not report itself.
    expect([run.cameraHeard, link.sticks]).toEqual([true, null]);
    says('osd_info_push', place);
    says('drc_camera_state_push', camera);
    expect(link.sticks).toMatchObject({ night: null, capture: { payloadIndex: '81-0-0', format: 1 } });
    says('drc_camera_state_push', {
      payload_index: '81-0-0',
      camera_state: { night_mode_settings: { night_mode: 1 } },
    });
    expect(link.sticks).toMatchObject({ night: { mode: 1 }, capture: { format: null } });
    says('drc_camera_state_push', {});
    expect(link.sticks).toMatchObject({ night: { mode: 1 }, capture: { payloadIndex: '81-0-0' } });
  });

  it('of another device under the number of a searchlight ends what is known of that one', () => {
    says('osd_info_push', place);
    const light = (index: number) => ({
      psdk_index: index,
      psdk_name: 'Searchlight',
      light: { work_mode: 1 },
    });
    says('drc_psdk_state_info', light(4));
    says('drc_psdk_state_info', light(5));
    says('drc_psdk_state_info', { psdk_index: 5, psdk_name: 'Speaker' });
    expect(link.sticks?.searchlights.map(({ psdkIndex }) => psdkIndex)).toEqual([4]);
  });

  it('of its lights is kept with the moment of the server', () => {
    says('osd_info_push', place);
    says('drc_drone_state_push', { stealth_state: 1 }, 40);
    expect(link.sticks?.stealth).toEqual({ on: true, at: clock.wall() });
    says('drc_drone_state_push', {}, 80);
    expect(link.sticks?.stealth).toEqual({ on: true, at: clock.wall() - 40 });
  });

  it('of a landing ends it where the device refuses it', () => {
    run.landing = { ...noLanding, ordered: { landing: 'force', result: null, state: 'sent' } };
    recordSent(run, 1, 'force', clock.mono());
    says('drc_emergency_landing', { result: 0 });
    expect(stateOf(run, link, begin).landing).toEqual({ landing: 'force', result: null, state: 'sent' });
    says('drc_force_landing', { result: 319_000 });
    expect(stateOf(run, link, begin).landing).toEqual({
      landing: 'force',
      result: 319_000,
      state: 'rejected',
    });
  });
});

describe('how sticks stand', () => {
  it('is said whole, with ages, and forwarding only as long as nothing has ended', () => {
    saysDock(link, { drc_state: 2 }, begin);
    Object.assign(run, {
      heardAt: begin,
      passed: 3,
      dropped: 2,
      fault: 'tooOld',
      clipped: ['height'],
      bounded: true,
    });
    expect(stateOf(run, link, begin + 120.4)).toEqual({
      forwarding: true,
      endedBy: null,
      armed: false,
      passed: 3,
      dropped: 2,
      fault: 'tooOld',
      clipped: ['height'],
      bounded: true,
      dockState: 2,
      heardAgo: 120,
      roundTrip: null,
      radioDelay: null,
      landing: null,
      stop: null,
    });
    expect(stateOf(run, null, begin)).toMatchObject({ dockState: null, forwarding: true });
    expect(stateOf({ ...run, heardAt: null }, link, begin).heardAgo).toBe(null);
    expect(stateOf({ ...run, endedBy: 'left' }, link, begin)).toMatchObject({
      forwarding: false,
      endedBy: 'left',
    });
    const watchdog = { ...run.watchdog, armed: true, endedAt: begin };
    expect(stateOf({ ...run, watchdog }, link, begin)).toMatchObject({ forwarding: false, armed: true });
  });
});
