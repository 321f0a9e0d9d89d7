import { Icon } from '@eyrie/ui';
import { Button, ConfigProvider, Select, Slider } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { speeds, type Playback } from './use-playback.ts';

/** Plays the route: start, pause, speed, and any moment of it. */
export function PlayBar({ playback }: { playback: Playback }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { flight, seconds, playing, speed } = playback;
  if (!flight || flight.duration <= 0) return null;
  return (
    // Time runs as the chart below does, which is never mirrored.
    <ConfigProvider direction="ltr">
      <div className="planner-play ey-row ey-gap-8" dir="ltr">
        <Button
          size="small"
          aria-label={text(playing ? 'planner.pause' : 'planner.play')}
          icon={<Icon name={playing ? 'pause' : 'play'} size={14} />}
          onClick={() => playback.play(!playing)}
        />
        <Slider
          min={0}
          max={Math.max(1, Math.ceil(flight.duration))}
          value={seconds}
          tooltip={{ open: false }}
          ariaLabelForHandle={text('planner.play.scrub')}
          ariaValueTextFormatterForHandle={(value) => figures.duration(Math.round(value))}
          onChange={playback.go}
        />
        <bdi>{figures.duration(Math.round(seconds))}</bdi>
        <Select
          size="small"
          aria-label={text('planner.play.speed')}
          value={speed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
          onChange={playback.setSpeed}
        />
      </div>
    </ConfigProvider>
  );
}
