import type { RoutePlan } from '@eyrie/domain';
import { photoAt, planPlayback, type PlanPlayback, type PlayMoment } from '@eyrie/planner';
import { useEffect, useMemo, useState } from 'react';
import { momentOfPhoto } from './camera-pose.ts';
import type { Computed } from './compute.ts';

export const speeds = [1, 2, 5, 10, 30, 100] as const;
/** Milliseconds between two pictures: as often as the map draws what moves. */
const every = 250;
/** Seconds for which a photo is marked at least. */
const marked = 0.5;

export interface Playback {
  /** Null: nothing is computed. */
  readonly flight: PlanPlayback | null;
  readonly seconds: number;
  readonly playing: boolean;
  readonly speed: number;
  /** Null while nothing is played. */
  readonly moment: PlayMoment | null;
  /** Which photo is taken just now, from 0; the camera of the moment is turned for it. */
  readonly photo: number | null;
  play(playing: boolean): void;
  go(seconds: number): void;
  setSpeed(speed: number): void;
}

const shownMoment = (flight: PlanPlayback, seconds: number, photo: number | null): PlayMoment | null => {
  const taken = photo === null ? undefined : flight.photos[photo];
  const moment = flight.at(seconds);
  const turned = taken && momentOfPhoto(flight, taken);
  return moment && turned
    ? { ...moment, heading: turned.heading, pitch: turned.pitch, zoom: turned.zoom }
    : moment;
};

/** Plays a computed flight; it begins anew when the route is another one. @param plan of which it was computed */
export const usePlayback = (computed: Computed | null, plan: RoutePlan | null): Playback => {
  const flight = useMemo(
    () => (computed && plan ? planPlayback(plan, computed.route, computed.path) : null),
    [computed, plan],
  );
  const [seconds, setSeconds] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(10);
  const total = flight?.duration ?? 0;
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
  const at = Math.min(seconds, total);
  const within = Math.max(marked, playing ? (every / 1000) * speed : 0);
  const photo = flight && at > 0 ? photoAt(flight, at, within) : null;
  const moment = useMemo(
    () => (flight && at > 0 ? shownMoment(flight, at, photo) : null),
    [flight, at, photo],
  );
  return {
    flight,
    seconds: at,
    playing,
    speed,
    moment,
    photo,
    play: (next) => {
      if (next && over) setSeconds(0.001);
      setPlaying(next);
    },
    go: setSeconds,
    setSpeed,
  };
};
