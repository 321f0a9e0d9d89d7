import type { LeaseControl } from '@eyrie/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import { now } from '../../platform/clock.ts';
import { useLink } from '../../platform/live.ts';
import { onThisClock } from '../../platform/server-time.ts';
import { tabId } from '../../platform/tab.ts';
import { useSession } from '../../platform/session.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { createLeaseKeeper, unknownLease, type LeaseKeeper, type LeaseState } from './lease-keeper.ts';
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
  const keeper = createLeaseKeeper({
    tabId,
    memberOID: () => useSession.getState().user?.oid ?? null,
    wire: leaseWire(oid, control),
    now,
    onThisClock,
    onChange,
  });
  const attend = (): void =>
    keeper.attend({
      visible: document.visibilityState === 'visible',
      linkUp: useLink.getState().state === 'up',
    });
  const leave = (): void => keeper.leave();
  attend();
  void keeper.look();
  const timer = setInterval(() => keeper.beat(), beatEvery);
  const stopLink = useLink.subscribe(attend);
  const stopNews = onLiveMessage((message) => {
    if (message.name !== 'controlChange' || message.objectID !== oid) return;
    const { lease } = message.data as { lease: Parameters<LeaseKeeper['heard']>[0] | null };
    if (lease?.control === control) keeper.heard(lease);
  });
  document.addEventListener('visibilitychange', attend);
  window.addEventListener('pagehide', leave);
  const stop = (): void => {
    clearInterval(timer);
    stopLink();
    stopNews();
    document.removeEventListener('visibilitychange', attend);
    window.removeEventListener('pagehide', leave);
    keeper.leave();
  };
  return { keeper, stop };
};

/** Control of one dock by this tab: kept while the page is seen, given back when it goes. */
export const useLease = (oid: string, control: LeaseControl): Lease => {
  const [state, setState] = useState(unknownLease);
  const keeper = useRef<LeaseKeeper | null>(null);
  useEffect(() => {
    const running = keep(oid, control, setState);
    keeper.current = running.keeper;
    return () => {
      keeper.current = null;
      running.stop();
    };
  }, [oid, control]);
  return useMemo(() => {
    // A refusal was shown as a toast, and the state tells what holds now.
    const quietly = (work: Promise<void> | undefined): void => void work?.catch(() => undefined);
    return {
      ...state,
      take: () => quietly(keeper.current?.take()),
      ask: () => quietly(keeper.current?.ask()),
      release: () => quietly(keeper.current?.release()),
      answer: (accept) => quietly(keeper.current?.answer(accept)),
      override: async (reason, nonce) => {
        try {
          await keeper.current?.override(reason, nonce);
          return true;
        } catch {
          return false;
        }
      },
    };
  }, [state]);
};
