import { videoCalls } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import type { Picture } from './use-picture.ts';

/** Has the server put the last key frame of the picture among the results, and says how old that was. */
export function SnapshotButton({
  picture,
  running,
  place,
}: {
  picture: Picture;
  running: boolean;
  /** Which of several pictures it is, counted from one. */
  place: number;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const client = useQueryClient();
  const navigate = useNavigate();
  const maySee = useAllowed('/AchievementDisplay');
  const [taking, setTaking] = useState(false);
  const take = async (): Promise<void> => {
    setTaking(true);
    const taken = await picture.takeSnapshot();
    setTaking(false);
    if (!taken) return;
    const values = { name: taken.name, age: figures.amount(taken.age / 1_000, undefined, 1) };
    showToast(
      'success',
      text(taken.placeAge === null ? 'video.snapshot.takenNowhere' : 'video.snapshot.taken', values),
      maySee
        ? { label: text('video.snapshot.show'), run: () => void navigate('/AchievementDisplay') }
        : undefined,
    );
    await client.invalidateQueries({ queryKey: ['media'] });
  };
  const why = running ? null : text('refusal.noStream');
  return (
    <Allowed call={videoCalls.snapshot}>
      <OrderButton size="small" why={taking ? text('app.loading') : why} onOrder={() => void take()}>
        {place > 1 ? text('video.ofPlace', { what: text('video.snapshot'), place }) : text('video.snapshot')}
      </OrderButton>
    </Allowed>
  );
}
