import { commandCalls, dockViews } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import { whyNotTurned } from './picture-session.ts';
import type { Picture } from './use-picture.ts';

/** Between the cameras inside and outside of a dock, with the state of its cover beside them. */
export function DockView({
  picture,
  running,
  epoch,
  why: device,
  cover,
}: {
  picture: Picture;
  running: boolean;
  /** Of the lease of the payload; null: this tab does not control it. */
  epoch: number | null;
  /** Why its view is not changed now; null: it may be. */
  why: PhraseId | null;
  /** In words; null: the dock does not say. */
  cover: string | null;
}): ReactNode {
  const text = useText();
  const [changing, setChanging] = useState(false);
  const change = async (position: number): Promise<void> => {
    if (epoch === null) return;
    setChanging(true);
    await picture.setView(position, epoch);
    setChanging(false);
  };
  const against = whyNotTurned(running, epoch, device);
  const why = changing ? text('app.loading') : against && text(against);
  return (
    <>
      <span>{text('video.view.cover', { state: cover ?? '–' })}</span>
      <Allowed call={commandCalls.switchVideo}>
        <span title={text('video.view.hint')} role="group" aria-label={text('detail.key.cameraPosition')}>
          {Object.entries(dockViews).map(([name, position]) => (
            <OrderButton key={name} size="small" why={why} onOrder={() => void change(position)}>
              {text(`video.view.${name as keyof typeof dockViews}`)}
            </OrderButton>
          ))}
        </span>
      </Allowed>
    </>
  );
}
