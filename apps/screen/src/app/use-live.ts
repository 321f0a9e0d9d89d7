import { appearanceCalls, liveCredential, sessionCalls } from '@eyrie/domain';
import { startLink, stopLink } from '@eyrie/web/live-link';
import { useEffect } from 'react';
import { call } from '../platform/http.ts';
import { useSession } from '../platform/session.ts';

/** The live link stands for as long as the cockpit does. */
export const useLive = (): void => {
  const oid = useSession(({ user }) => user?.oid);
  const groupRoot = useSession(({ user }) => user?.groupRoot);
  useEffect(() => {
    if (!oid || !groupRoot) return undefined;
    startLink(
      { oid, groupRoot },
      {
        getCredential: async () =>
          liveCredential.parse(JSON.parse(await call(appearanceCalls.screenConfig, {}))),
        // It may have been cut because the session ended elsewhere: the refusal says so at once.
        onLost: () => void call(sessionCalls.userInfo, {}).catch(() => undefined),
      },
    );
    return stopLink;
  }, [oid, groupRoot]);
};
