import { leaseCalls } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { now, useNow } from '../../platform/clock.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { useLink } from '../../platform/live.ts';
import { useText } from '../../platform/text.tsx';
import type { Lease } from './use-lease.ts';
import './lease.css';

/** Whole seconds left, rather too few than too many. */
const secondsUntil = (moment: number | null, at: number): number =>
  moment === null ? 0 : Math.max(0, Math.floor((moment - at) / 1000));

const looks: Readonly<Record<Lease['phase'], DeviceState>> = {
  unknown: 'offline',
  free: 'offline',
  mine: 'live',
  held: 'attention',
  asking: 'attention',
};

/** Who has control, so that nobody waits for a colleague who is oneself in another tab. */
export const useHolderName = (holder: Lease['holder']): string => {
  const text = useText();
  return holder?.own ? text('lease.you') : (holder?.name ?? '–');
};

/** What is controlled. */
type Controlled = 'dock' | 'controller' | 'robot' | 'payload';
const words = {
  dock: { mine: 'lease.mine', free: 'lease.free' },
  controller: { mine: 'remoteController.mine', free: 'remoteController.free' },
  robot: { mine: 'lease.mineRobot', free: 'lease.freeRobot' },
  payload: { mine: 'lease.minePayload', free: 'lease.freePayload' },
} as const;

const useWord = (lease: Lease, of: Controlled): string => {
  const text = useText();
  const at = useNow();
  const name = useHolderName(lease.holder);
  const seconds = secondsUntil(lease.endsAt, at);
  switch (lease.phase) {
    case 'mine':
      return text(words[of].mine, { seconds });
    case 'asking':
      return text('lease.asking', { name, seconds: secondsUntil(lease.askedUntil, at) });
    case 'held':
      return text(lease.holder?.own ? 'lease.heldOwn' : 'lease.held', { name, seconds });
    default:
      if (lease.phase !== 'free') return text('lease.unknown');
      return text(words[of].free);
  }
};

function Notice({ lease }: { lease: Lease }): ReactNode {
  const text = useText();
  const { notice } = lease;
  if (notice === null) return null;
  const name = notice.kind === 'lapsed' ? '' : notice.own ? text('lease.you') : notice.by;
  const word =
    notice.kind === 'lapsed'
      ? text('lease.lapsed')
      : notice.kind === 'refused'
        ? text('lease.refused', { name })
        : notice.reason
          ? text('lease.takenWhy', { name, reason: notice.reason })
          : text('lease.taken', { name });
  return (
    <span className="lease-notice" role="alert">
      {word}
    </span>
  );
}

/** A hidden page cannot be read, its title in the tab bar can: there it counts down to the loss of control. */
const useHiddenWarning = (lease: Lease): void => {
  const text = useText();
  const systemName = useAppearance((state) => state.systemName);
  const show = useEffectEvent(() => {
    document.title =
      document.visibilityState === 'visible'
        ? systemName
        : text('lease.lapsing', { seconds: secondsUntil(lease.endsAt, now()) });
  });
  const mine = lease.phase === 'mine';
  useEffect(() => {
    if (!mine) return undefined;
    const timer = setInterval(() => show(), 1000);
    const seen = (): void => show();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      document.title = systemName;
    };
  }, [mine, systemName]);
};

/** Who controls the dock, for how long still, and the way to it. */
export function LeaseBar({
  lease,
  of = 'dock',
  onOverride,
}: {
  lease: Lease;
  of?: Controlled;
  onOverride: () => void;
}): ReactNode {
  const text = useText();
  const word = useWord(lease, of);
  const mayControl = useMay(leaseCalls.take);
  useHiddenWarning(lease);
  const { phase, busy } = lease;
  // Control that cannot be renewed is none.
  const linkUp = useLink((link) => link.state === 'up');
  const press = (go: () => void) => ({
    disabled: busy || !linkUp,
    title: linkUp ? undefined : text('monitor.why.pageLink'),
    onClick: go,
  });
  return (
    <div className="lease-bar">
      <StateSymbol state={looks[phase]} word={word} className={`lease-state lease-state-${phase}`} />
      {phase === 'free' || phase === 'unknown' ? (
        <Allowed call={leaseCalls.take}>
          <Button type="primary" {...press(lease.take)}>
            {text('lease.take')}
          </Button>
        </Allowed>
      ) : null}
      {phase === 'mine' ? (
        <Allowed call={leaseCalls.release}>
          <Button {...press(lease.release)}>{text('lease.release')}</Button>
        </Allowed>
      ) : null}
      {phase === 'held' ? (
        <Allowed call={leaseCalls.ask}>
          <Button {...press(lease.ask)}>{text('lease.ask')}</Button>
        </Allowed>
      ) : null}
      {phase === 'held' || phase === 'asking' ? (
        <Allowed call={leaseCalls.override}>
          <Button danger {...press(onOverride)}>
            {text('lease.override')}
          </Button>
        </Allowed>
      ) : null}
      {mayControl ? null : <span className="lease-notice">{text('lease.denied')}</span>}
      <Notice lease={lease} />
    </div>
  );
}
