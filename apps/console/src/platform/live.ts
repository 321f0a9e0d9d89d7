import { appearanceCalls, liveCredential, sessionCalls, type UserInfo } from '@eyrie/domain';
import { startLink } from '@eyrie/web/live-link';
import { call } from './http.ts';

export { stopLink as stopLive, useLink, watchLive } from '@eyrie/web/live-link';

/** A link that was cut may have been cut because the session ended elsewhere: the refusal says so at once. */
const askForSession = (): void => {
  call(sessionCalls.userInfo, {}, { toast: false }).catch(() => undefined);
};

/** Keeps the member's live messages coming until `stopLive`. A second start replaces the first. */
export const startLive = (user: Pick<UserInfo, 'oid' | 'groupRoot'>): void =>
  startLink(user, {
    getCredential: async () =>
      liveCredential.parse(JSON.parse(await call(appearanceCalls.screenConfig, {}, { toast: false }))),
    onLost: askForSession,
  });
