import type { LeaseControl } from '@eyrie/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import { now } from '../../platform/clock.ts';
import { useLink } from '../../platform/live.ts';
import { onThisClock } from '../../platform/server-time.ts';
import { tabId } from '../../platform/tab.ts';
import { useSession } from '../../platform/session.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { createLeaseClient, unknownLease, type LeaseClient, type LeaseState } from './lease-client.ts';
import { leaseWire } from './lease-wire.ts';

const beatEvery = 500;

export interface Lease extends LeaseState {
  take: () => void;
  ask: () => void;
  release: () => void;
  answer: (accept: boolean) => void;
  /** Gives true when control was taken over. */
  override: (reason: string, nonce: string) => Promise<boolean>;
}

const keep = (oid: string, control: LeaseControl, onChange: (state: LeaseState) => void) => {
  const client = createLeaseClient({
    tabId,
    memberOID: () => useSession.getState().user?.oid ?? null,
    wire: leaseWire(oid, control),
    now,
    onThisClock,
    onChange,
  });
  const attend = (): void =>
    client.attend({
      visible: document.visibilityState === 'visible',
      linkUp: useLink.getState().state === 'up',
    });
  const leave = (): void => client.leave();
  attend();
  void client.look();
  const timer = setInterval(() => client.beat(), beatEvery);
  const stopLink = useLink.subscribe(attend);
  const stopListening = onLiveMessage((message) => {
    if (message.name !== 'controlChange' || message.objectID !== oid) return;
    const { lease } = message.data as { lease: Parameters<LeaseClient['heard']>[0] | null };
    if (lease?.control === control) client.heard(lease);
  });
  document.addEventListener('visibilitychange', attend);
  window.addEventListener('pagehide', leave);
  const stop = (): void => {
    clearInterval(timer);
    stopLink();
    stopListening();
    document.removeEventListener('visibilitychange', attend);
    window.removeEventListener('pagehide', leave);
    client.leave();
  };
  return { client, stop };
};

/** Control of one dock by this tab: kept while the page is seen, given back when it goes. */
export const useLease = (oid: string, control: LeaseControl): Lease => {
  const [state, setState] = useState(unknownLease);
  const client = useRef<LeaseClient | null>(null);
  useEffect(() => {
    const running = keep(oid, control, setState);
    client.current = running.client;
    return () => {
      client.current = null;
      running.stop();
    };
  }, [oid, control]);
  return useMemo(() => {
    // A refusal was shown as a toast, and the state tells what holds now.
    const quietly = (work: Promise<void> | undefined): void => void work?.catch(() => undefined);
    return {
      ...state,
      take: () => quietly(client.current?.take()),
      ask: () => quietly(client.current?.ask()),
      release: () => quietly(client.current?.release()),
      answer: (accept) => quietly(client.current?.answer(accept)),
      override: async (reason, nonce) => {
        try {
          await client.current?.override(reason, nonce);
          return true;
        } catch {
          return false;
        }
      },
    };
  }, [state]);
};
