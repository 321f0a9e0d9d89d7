import { z } from 'zod';
import type { Service } from './services.ts';
import { part, readOrNull, whole, words } from './tolerant.ts';

/** Asks the pilot; the answer of the controller only says that it will. */
export const cloudControlRequest = ({ id, name }: { id: string; name: string }): Service => ({
  method: 'cloud_control_auth_request',
  data: { user_id: id, user_callsign: name, control_keys: ['flight'] },
});

export const cloudControlRelease = (): Service => ({
  method: 'cloud_control_release',
  data: { control_keys: ['flight'] },
});

/** The event with which a controller reports what its pilot answered. */
export const consentEvent = 'cloud_control_auth_notify';

const shape = z.object({ result: whole, status: words, output: part({ status: words }) });

const answers: ReadonlyMap<string, 'granted' | 'refused' | 'canceled'> = new Map([
  ['ok', 'granted'],
  ['success', 'granted'],
  ['failed', 'refused'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
]);

/** What the pilot answered; null for anything that is no answer. A result other than 0 is never a consent. */
export const decodeConsent = (data: unknown): 'granted' | 'refused' | 'canceled' | null => {
  const read = readOrNull(shape, data);
  const answer = answers.get(read?.output.status ?? read?.status ?? '') ?? null;
  const failed = (read?.result ?? 0) !== 0;
  return failed && answer !== 'canceled' ? 'refused' : answer;
};
