import { Button, Select } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { replaySpeeds, type ReplayClock } from './replay-clock.ts';
import { besideOf, type ReplayEvent } from './replay-events.ts';
import { useMoment, usePlaying, useSpeed } from './use-clock.ts';

/** Keys that belong to a field or a button stay with it. */
const ofOther = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('button, a, select, textarea, video, [role="combobox"], input:not([type="range"])') !== null;

const useKeys = (clock: ReplayClock, jump: (step: 1 | -1) => void): void => {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || ofOther(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === ' ') clock.toggle();
    else if (key === 'n') jump(1);
    else if (key === 'p') jump(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
};

/** The scrubber of a replay with its buttons. It is moved by the clock and moves it; neither renders. */
export function ReplayControls({
  clock,
  events,
}: {
  clock: ReplayClock;
  events: readonly ReplayEvent[];
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const range = useRef<HTMLInputElement>(null);
  const shown = useRef<HTMLElement>(null);
  const playing = usePlaying(clock);
  const speed = useSpeed(clock);
  const jump = (step: 1 | -1): void => {
    const next = besideOf(events, clock.at(), step);
    if (next !== null) clock.set(next);
  };
  useKeys(clock, jump);
  useMoment(clock, (at) => {
    const time = figures.clock(at);
    if (shown.current) shown.current.textContent = time;
    if (!range.current) return;
    range.current.value = String(at - clock.from);
    range.current.setAttribute('aria-valuetext', time);
  });
  return (
    <div className="replay-controls">
      <div className="ey-row ey-flow ey-gap-8">
        <Button type="primary" onClick={clock.toggle}>
          {text(playing ? 'flightRecord.pause' : 'flightRecord.play')}
        </Button>
        <Select
          aria-label={text('flightRecord.speed')}
          value={speed}
          onChange={clock.setSpeed}
          options={replaySpeeds.map((value) => ({ value, label: `${value}×` }))}
        />
        <Button onClick={() => jump(-1)}>{text('flightRecord.earlier')}</Button>
        <Button onClick={() => jump(1)}>{text('flightRecord.later')}</Button>
        <bdi dir="ltr" className="replay-time" ref={shown} />
      </div>
      <input
        ref={range}
        type="range"
        className="replay-range"
        aria-label={text('flightRecord.moment')}
        min={0}
        max={Math.max(1, clock.to - clock.from)}
        step={1_000}
        defaultValue={0}
        onInput={({ currentTarget }) => clock.set(clock.from + Number(currentTarget.value))}
      />
      <p className="ey-hint">{text('flightRecord.keys')}</p>
    </div>
  );
}
