import { Icon } from '@eyrie/ui';
import { Button, ConfigProvider, Select, Slider } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Polygon, Thing } from '@eyrie/map';
import type { PlanCamera } from '@eyrie/domain';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import type { Computed } from './compute.ts';
import { momentAt, timelineOf, viewOf, type Moment, type Timeline } from './timeline.ts';

const speeds = [1, 2, 5, 10, 30, 100] as const;
/** Milliseconds between two pictures: as often as the map draws what moves. */
const every = 250;

export interface Playback {
  readonly timeline: Timeline | null;
  readonly seconds: number;
  readonly playing: boolean;
  readonly speed: number;
  /** Null while nothing is played. */
  readonly moment: Moment | null;
  play(playing: boolean): void;
  go(seconds: number): void;
  setSpeed(speed: number): void;
}

/** Plays a computed route; it begins anew when the route is another one. */
export const usePlayback = (computed: Computed | null): Playback => {
  const timeline = useMemo(() => (computed ? timelineOf(computed) : null), [computed]);
  const [seconds, setSeconds] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(10);
  const total = timeline?.total ?? 0;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(
      () => setSeconds((before) => Math.min(total, before + (every / 1000) * speed)),
      every,
    );
    return () => clearInterval(timer);
  }, [playing, speed, total]);
  const over = seconds >= total;
  useEffect(() => {
    if (over) setPlaying(false);
  }, [over]);
  const shown = seconds > 0 && timeline ? momentAt(timeline, Math.min(seconds, total)) : null;
  return {
    timeline,
    seconds: Math.min(seconds, total),
    playing,
    speed,
    moment: shown,
    play: (next) => {
      if (next && over) setSeconds(0.001);
      setPlaying(next);
    },
    go: setSeconds,
    setSpeed,
  };
};

const noThings: readonly Thing[] = [];
const noPolygons: readonly Polygon[] = [];

/** The aircraft of the playback and the ground that its camera sees. */
export const playbackOnMap = (
  moment: Moment | null,
  camera: PlanCamera,
  ground: number | null,
): { marks: readonly Thing[]; views: readonly Polygon[] } => {
  if (!moment) return { marks: noThings, views: noPolygons };
  const ring = viewOf(moment, camera, ground);
  return {
    marks: [{ id: 'playback', lng: moment.lng, lat: moment.lat, look: 'working', heading: moment.heading }],
    views: ring.length > 2 ? [{ id: 'view', rings: [ring], tone: 'text', fill: 0.2 }] : noPolygons,
  };
};

/** Plays the route: start, pause, speed, and any moment of it. */
export function PlayBar({ playback }: { playback: Playback }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { timeline, seconds, playing, speed } = playback;
  if (!timeline || timeline.total <= 0) return null;
  return (
    // Time runs as the chart below does, which is never mirrored.
    <ConfigProvider direction="ltr">
      <div className="planner-play" dir="ltr">
        <Button
          size="small"
          aria-label={text(playing ? 'planner.pause' : 'planner.play')}
          icon={<Icon name={playing ? 'pause' : 'play'} size={14} />}
          onClick={() => playback.play(!playing)}
        />
        <Slider
          min={0}
          max={Math.max(1, Math.ceil(timeline.total))}
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
