import { limits, playModes, type DockPresence, type ReportedPsdk } from '@eyrie/domain';
import { Progress, Radio, Slider } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { onThisClock } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import type { SpeakerOrders } from './speaker.queries.ts';
import { stateText } from './speaker-words.ts';

/** How far the dock is with what it was ordered to play, by its last word. */
export function Playing({ job }: { job: NonNullable<DockPresence['speakerJob']> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const now = useNow();
  const { state, percent, step, at } = job;
  const index = job.psdkIndex ?? '–';
  const time = figures.time(at);
  const old = now > onThisClock(at) + limits.speaker.playsWithin;
  if (state === 'failed')
    return old ? null : (
      <p className="speaker-failed" role="status">
        {text('speaker.failed')}
      </p>
    );
  if (state === 'playing') return <p role="status">{text('speaker.begun', { index, time })}</p>;
  if (old)
    return (
      <p className="speaker-failed" role="status">
        {text('speaker.silent', { index, time })}
      </p>
    );
  const what = text('speaker.working', { index });
  return (
    <div role="status">
      <span>
        {[what, step && text(`speaker.step.${step}`), percent === null ? null : figures.amount(percent, '%')]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <Progress percent={percent ?? 0} showInfo={false} size="small" status="active" aria-label={what} />
    </div>
  );
}

/** One loudspeaker: how it stands by the dock's word, and what is ordered of it at once. */
export function Speaker({
  payload: { index, name, speaker },
  why,
  orders,
}: {
  payload: ReportedPsdk;
  why: string | null;
  orders: SpeakerOrders;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [chosen, setChosen] = useState<number | null>(null);
  const { state = null, playMode = null, volume = null } = speaker ?? {};
  const shown = chosen ?? volume ?? 0;
  return (
    <fieldset className="speaker-speaker">
      <legend>
        {text('speaker.speaker', { index })} {name === null ? null : <bdi>{name}</bdi>}
      </legend>
      <p>
        <bdi>{text(stateText(state))}</bdi>
        {volume === null ? null : (
          <>
            {' · '}
            {text('speaker.volume')} <bdi>{figures.amount(volume, '%', 0)}</bdi>
          </>
        )}
      </p>
      <div className="ey-row ey-flow ey-gap-4">
        <OrderButton size="small" why={why} onOrder={() => orders.replay.mutate()}>
          {text('speaker.replay')}
        </OrderButton>
        <OrderButton size="small" why={why} onOrder={() => orders.stop.mutate()}>
          {text('speaker.stop')}
        </OrderButton>
        <Radio.Group
          size="small"
          optionType="button"
          aria-label={text('speaker.mode')}
          disabled={why !== null}
          value={playMode === null ? null : playModes[playMode]}
          options={playModes.map((mode) => ({ value: mode, label: text(`speaker.mode.${mode}`) }))}
          onChange={({ target }) => orders.mode.mutate(target.value as (typeof playModes)[number])}
        />
      </div>
      <div className="speaker-volume ey-grid ey-gap-12">
        <Slider
          min={0}
          max={100}
          value={shown}
          disabled={why !== null}
          ariaLabelForHandle={text('speaker.volume')}
          onChange={setChosen}
        />
        <OrderButton
          size="small"
          why={why}
          onOrder={() => {
            orders.volume.mutate(shown);
            setChosen(null);
          }}
        >
          {text('speaker.setVolume')} <bdi>{figures.amount(shown, '%', 0)}</bdi>
        </OrderButton>
      </div>
    </fieldset>
  );
}
