import { drcSilence, type DroneTelemetry } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

interface Props {
  /** Key of the model of the dock. */
  model: string;
  drone: DroneTelemetry | undefined;
}

/** What the aircraft is set to do without its link, before anybody arms: by its own word, or that it says nothing. */
export function LinkLoss({ model, drone }: Props): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { action, leavesPoint } = drone?.linkLoss ?? { action: null, leavesPoint: null };
  const point = leavesPoint === null ? 'pointUnknown' : leavesPoint ? 'leaves' : 'first';
  const seconds = drcSilence[model];
  return (
    <section aria-label={text('drc.linkLoss')}>
      <h3>{text('drc.linkLoss')}</h3>
      <ul className="list-hint drc-link-loss">
        <li data-action={action ?? 'unknown'}>
          {text('drc.linkLoss.action', { action: text(`drc.linkLoss.${action ?? 'unknown'}`) })}
        </li>
        <li>{text('drc.linkLoss.altitude', { altitude: figures.height(drone?.rth.altitude ?? null) })}</li>
        <li>{text(`drc.linkLoss.${point}`)}</li>
        <li>
          {seconds === undefined
            ? text('drc.linkLoss.silenceUnknown')
            : text('drc.linkLoss.silence', { seconds })}
        </li>
      </ul>
    </section>
  );
}
