import { phrases } from '@eyrie/phrases';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../platform/runtime.ts';
import type { PlanContext } from '../command/index.ts';
import {
  liveCapacity,
  openDockLink,
  type DockIdentity,
  type DockLink,
  type LiveCapacity,
} from '../dock/index.ts';
import { livePushing } from './video.slots.ts';
import { videoPlans, type VideoServer } from './video.plans.ts';

// What may be ordered is told by what the dock has said; neither the database nor the media server is asked.
const plans = videoPlans({} as Runtime, {} as VideoServer);
const now = 1_000;
const camera = (owner: string): string => `${owner}/165-0-7/normal-0`;

const capacityOf = (videoId: string): LiveCapacity => ({
  available: 1,
  coexist: 1,
  sources: [
    { videoId, owner: 'dock', cameraIndex: '165-0-7', videoType: 'normal', switchable: [], lens: null },
  ],
});
/** A dock that is online, and its aircraft when it says so. */
const openLink = ({
  droneOn = false,
  capacity = null,
  pushing = [],
  job = null,
}: {
  droneOn?: boolean;
  capacity?: LiveCapacity | null;
  pushing?: readonly string[];
  job?: DockLink['job'];
} = {}): DockLink => {
  const dock = { oid: 'd', sn: 'SN', model: '3-2-0', kind: 'dock', vendor: 'DJI', droneSn: 'AIR' };
  const link = openDockLink(dock as DockIdentity, 1);
  link.session = true;
  link.dockSnapshot = { ...link.dockSnapshot, osdAt: now };
  if (droneOn) link.droneSnapshot = { ...link.droneSnapshot, osdAt: now };
  link.droneInTopology = droneOn;
  liveCapacity.set(link, capacity);
  livePushing.set(link, new Set(pushing));
  link.job = job;
  return link;
};
const refusal = (method: keyof typeof plans, link: DockLink, videoId: string) => {
  const command = { arguments: { videoId } } as unknown as PlanContext['command'];
  return plans[method].refuse({ link, command, now });
};

describe('a live picture', () => {
  it('may be asked of a camera that the dock has named', () => {
    const videoId = camera('SN');
    expect(refusal('startLive', openLink({ capacity: capacityOf(videoId) }), videoId)).toBeNull();
  });

  it.each([
    ['the dock has said nothing of', openLink(), camera('SN')],
    ['the dock does not name', openLink({ capacity: capacityOf(camera('OTHER')) }), camera('SN')],
    ['its aircraft, which is on, does not name', openLink({ droneOn: true }), camera('AIR')],
  ])('cannot be had of a camera that %s', (_, link, videoId) => {
    expect(refusal('startLive', link, videoId)).toEqual({ reason: 'noLiveCapability' });
  });

  it('of an aircraft that is off waits until it is on', () => {
    expect(refusal('startLive', openLink(), camera('AIR'))).toEqual({ reason: 'droneOff' });
  });

  it('has a clarity while it is live, and none else', () => {
    const videoId = camera('SN');
    expect(refusal('switchQuality', openLink({ pushing: [videoId] }), videoId)).toBeNull();
    expect(refusal('switchQuality', openLink(), videoId)).toEqual({ reason: 'noStream' });
  });

  describe('whose lens is changed', () => {
    const videoId = 'AIR/81-0-0/normal-0';
    const shown = (part: Parameters<typeof openLink>[0] = {}): DockLink =>
      openLink({
        droneOn: true,
        pushing: [videoId],
        capacity: {
          available: 1,
          coexist: 1,
          sources: [
            {
              videoId,
              owner: 'drone',
              cameraIndex: '81-0-0',
              videoType: 'normal',
              switchable: ['wide', 'zoom', 'ir'],
              lens: null,
            },
          ],
        },
        ...part,
      });
    const refused = (link: DockLink, videoType = 'zoom') => {
      const command = { arguments: { videoId, videoType } } as unknown as PlanContext['command'];
      return plans.switchVideo.refuse({ link, command, now });
    };
    const job = (status: string) => ({ status, reason: null }) as unknown as NonNullable<DockLink['job']>;

    it('runs, and has that lens', () => {
      expect(refused(shown())).toBeNull();
      expect(refused(shown(), 'thermal')).toEqual({ reason: 'lensMissing' });
      expect(refused(shown({ pushing: [] }))).toEqual({ reason: 'noStream' });
    });

    it('is not that of a route that flies; of a paused one it may be', () => {
      expect(refused(shown({ job: job('in_progress') }))).toEqual({ reason: 'lensFixed' });
      expect(refused(shown({ job: job('paused') }))).toBeNull();
      expect(phrases('en')['refusal.lensFixed']).toBe(
        'Cannot switch while in waypoint graphical mode or while an AI type exists',
      );
    });
  });

  it('is refused in the words that other systems know', () => {
    const texts = phrases('en');
    expect(texts['refusal.noLiveCapability']).toBe('Currently no live streaming capability');
    expect(texts['refusal.noStream']).toBe('No video stream currently');
    expect(texts['refusal.droneOff']).toBe('Please turn on the drone first');
  });
});
