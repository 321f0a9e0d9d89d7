import { Icon, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useByClock, useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { placeStateAt, type SeenPlace } from './place-state.ts';
import './trajectory.css';

const words = { live: 'device.online', attention: 'state.stale', offline: 'device.offline' } as const;

/** How a device stands now, and how old that is; both go on while no answer comes. */
function Standing({ device }: { device: SeenPlace }): ReactNode {
  const text = useText();
  const look = useByClock((at) => placeStateAt(device, at).look);
  return <StateSymbol state={look} word={text(words[look])} />;
}

const useAge = (device: SeenPlace): string => useFigures().age(placeStateAt(device, useNow()).ageMs);

function Age({ device }: { device: SeenPlace }): ReactNode {
  return <span>{useAge(device)}</span>;
}

export interface OtherDevicesProps {
  devices: readonly SeenPlace[];
  selected: string | null;
  onSelect: (oid: string) => void;
}

/** Controllers and robots by name, with the age of their places; the same selection as on the map. */
export function OtherDevices({ devices, selected, onSelect }: OtherDevicesProps): ReactNode {
  const text = useText();
  if (devices.length === 0) return null;
  return (
    <section aria-label={text('trajectory.others')}>
      <h3 className="trajectory-heading">{text('trajectory.others')}</h3>
      <ul className="trajectory-list">
        {devices.map((device) => (
          <li key={device.oid}>
            <button
              type="button"
              className="trajectory-row"
              aria-pressed={device.oid === selected}
              onClick={() => onSelect(device.oid)}
            >
              <bdi>{device.name}</bdi>
              <Standing device={device} />
              <span className="trajectory-facts ey-flow ey-gap-8 ey-muted">
                <span>{text(`trajectory.kind.${device.kind}`)}</span>
                <Age device={device} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is known of one of them, and the ways to its monitor and its record. */
export function OtherDeviceCard({ device, onClose }: { device: SeenPlace; onClose: () => void }): ReactNode {
  const text = useText();
  const age = useAge(device);
  const controller = device.kind === 'remoteController';
  const mayMonitor = useAllowed('/handShankMonitorSee');
  const mayRecord = useAllowed(controller ? '/DaJiHandle' : '/RobotAdmin');
  return (
    <section className="dock-card" aria-label={device.name}>
      <header>
        <h2>
          <bdi>{device.name}</bdi>
        </h2>
        <button
          type="button"
          className="dock-close ey-grid ey-muted"
          aria-label={text('app.close')}
          onClick={onClose}
        >
          <Icon name="close" size={16} />
        </button>
      </header>
      <p>
        <Standing device={device} /> {text('trajectory.lastAt', { age })}
      </p>
      <p>
        <bdi dir="ltr">
          {device.lng.toFixed(6)}, {device.lat.toFixed(6)}
        </bdi>
      </p>
      <p className="ey-flow ey-gap-8">
        {controller && mayMonitor ? (
          <a href={`#/handShankMonitorSee?oid=${encodeURIComponent(device.oid)}`}>
            {text('trajectory.monitor')}
          </a>
        ) : null}
        {mayRecord ? (
          <a href={controller ? '#/DaJiHandle' : '#/RobotAdmin'}>{text('trajectory.record')}</a>
        ) : null}
      </p>
    </section>
  );
}
