import { liveTopics } from '@eyrie/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearTelemetry, latestOf, putTelemetry } from '../../platform/telemetry.ts';
import { inReach } from './in-reach.ts';

const frames: (() => void)[] = [];
vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
const says = (online: boolean, at: number): void => {
  const data = { sn: 'A1', online, linkOID: 'd' };
  putTelemetry({ name: 'droneOnline', objectID: 'x', data, time: at }, at);
  for (const work of frames.splice(0)) work();
};
const heard = () => latestOf('droneOnline', 'x');
beforeEach(clearTelemetry);

describe('whether an aircraft of the list is in reach', () => {
  it('follows 3037, over what was read', () => {
    expect(liveTopics.droneOnline.code).toBe(3037);
    says(true, 20);
    expect(inReach(false, heard(), { state: 'up', since: 10 })).toBe(true);
    says(false, 30);
    expect(inReach(true, heard(), { state: 'up', since: 10 })).toBe(false);
  });
  it('is what was read before anything was published', () => {
    expect(inReach(true, heard(), { state: 'up', since: 10 })).toBe(true);
    expect(inReach(false, heard(), { state: 'up', since: 10 })).toBe(false);
  });
  it('is what was read while nothing can be heard', () => {
    says(true, 20);
    expect(inReach(false, heard(), { state: 'down', since: 30 })).toBe(false);
    expect(inReach(false, heard(), { state: 'connecting', since: 30 })).toBe(false);
  });
  it('is what was read after an outage in which a change was missed, until the next one comes', () => {
    says(true, 20);
    expect(inReach(false, heard(), { state: 'up', since: 40 })).toBe(false);
    says(true, 50);
    expect(inReach(false, heard(), { state: 'up', since: 40 })).toBe(true);
  });
});
