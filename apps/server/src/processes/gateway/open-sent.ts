import { openDeviceVersion } from '@eyrie/domain';
import type { DeviceLogGateway } from '../../modules/device-health/index.ts';

type Logged = Parameters<DeviceLogGateway['record']>[1];

const form = new RegExp(`^eyrie/v${openDeviceVersion}/([^/]+)/(welcome|command)$`);

/** What was said to a device of the open contract, as its log takes it; null: it was said to another. */
export const openSent = (topic: string, payload: string): Logged | null => {
  const [, sn, last] = form.exec(topic) ?? [];
  if (sn === undefined) return null;
  const data = JSON.parse(payload) as { id?: string; name?: string };
  return {
    direction: 'down',
    kind: last === 'command' ? 'services' : 'requests_reply',
    sn,
    size: Buffer.byteLength(payload),
    message: {
      method: data.name ?? 'welcome',
      data,
      needReply: last === 'command',
      tid: data.id ?? null,
      bid: null,
    },
  };
};
