import type { DockRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { AirworthyState, type Said } from '../../platform/airworthy.tsx';
import { useText } from '../../platform/text.tsx';

/** Whether a dock with its aircraft is airworthy, and what stands against either. */
export function DockAirworthy({
  dock,
  remedies = false,
}: {
  dock: DockRecord;
  remedies?: boolean;
}): ReactNode {
  const text = useText();
  const { unfit, droneUnfit, airworthiness, online } = dock;
  const said: Said[] = [
    ...unfit
      .filter((reason) => reason !== 'carried')
      .map((reason) => ({ reason, words: text(`device.unfit.${reason}`) })),
    ...droneUnfit.map((reason) => ({
      reason,
      words: text('dock.unfit.drone', { reason: text(`device.unfit.${reason}`) }),
    })),
  ];
  return <AirworthyState {...{ airworthiness, said, remedies }} heardNow={online} />;
}
