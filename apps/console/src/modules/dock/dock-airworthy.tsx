import type { DockRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** Whether a dock is airworthy, or why it is not; of its aircraft as well, where it is that. */
export function DockAirworthy({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const { unfit, droneUnfit } = dock;
  if (unfit.length === 0) return <StateSymbol state="live" word={text('device.airworthy')} />;
  const drone = droneUnfit.map((reason) => text(`device.unfit.${reason}`)).join(', ');
  const reasons = unfit.map((reason) =>
    reason === 'carried' ? `${text('dock.unfit.carried')} (${drone})` : text(`device.unfit.${reason}`),
  );
  return <StateSymbol state="alarm" word={`${text('device.unfit')}: ${reasons.join(', ')}`} />;
}
