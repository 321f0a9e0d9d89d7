import type { deviceHealth as source } from '../zh-CN/device-health.ts';
import type { Translation } from '../words.ts';

export const deviceHealth: Translation<typeof source> = {
  'deviceHealth.title': 'Device logs',
};
