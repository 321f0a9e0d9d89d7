import type { DockRecord } from '@eyrie/domain';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { dockNow } from '../../modules/dock/index.ts';
import { now } from '../../platform/clock.ts';
import { useText } from '../../platform/text.tsx';

const kinds = ['all', 'dock', 'remoteController', 'robot'] as const;
const states = ['all', 'online', 'offline'] as const;

/** What the list shows. */
export interface Shown {
  kind: (typeof kinds)[number];
  online: (typeof states)[number];
}

/** Docks by what is known of them at this moment. */
export const shownDocks = (docks: readonly DockRecord[], { online }: Shown): readonly DockRecord[] => {
  if (online === 'all') return docks;
  const at = now();
  return docks.filter((dock) => (online === 'offline') === (dockNow(dock, at).look.state === 'offline'));
};

/** Which kinds and states of devices are listed. */
export function DeviceFilter({
  shown,
  onChange,
}: {
  shown: Shown;
  onChange: (shown: Shown) => void;
}): ReactNode {
  const text = useText();
  return (
    <div className="device-filter">
      <Select
        aria-label={text('trajectory.kinds')}
        value={shown.kind}
        onChange={(kind) => onChange({ ...shown, kind })}
        options={kinds.map((value) => ({
          value,
          label: text(value === 'all' ? 'trajectory.all' : `trajectory.kind.${value}`),
        }))}
      />
      <Select
        aria-label={text('device.online')}
        value={shown.online}
        onChange={(online) => onChange({ ...shown, online })}
        options={states.map((value) => ({
          value,
          label: text(value === 'all' ? 'trajectory.all' : `device.${value}`),
        }))}
      />
    </div>
  );
}
