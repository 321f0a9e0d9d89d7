import { expect, it } from 'vitest';
import { createFilmClock, type PlayedFilm } from './film-clock.ts';

class Film extends EventTarget implements PlayedFilm {
  currentTime = 0;
  paused = true;
  playbackRate = 1;
  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}
const made = () => {
  const film = new Film();
  let next: ((now: number) => void) | null = null;
  const frames = {
    ask: (then: (now: number) => void) => {
      next = then;
      return 1;
    },
    cancel: () => void (next = null),
  };
  const clock = createFilmClock(film, { from: 10_000, duration: 5_000 }, frames);
  const frame = (): void => {
    const then = next;
    next = null;
    then?.(0);
  };
  return { film, clock, frame, waits: () => next !== null };
};

it('says what the video shows, at each picture of the screen while it plays', () => {
  const { film, clock, frame, waits } = made();
  const seen: number[] = [];
  const stop = clock.onMoment((at) => seen.push(at));
  expect(waits()).toBe(false);
  clock.toggle();
  film.currentTime = 2;
  frame();
  film.currentTime = 9;
  film.pause();
  expect(seen).toEqual([10_000, 10_000, 12_000, 15_000]);
  expect([clock.playing(), waits()]).toEqual([false, false]);
  stop();
  film.dispatchEvent(new Event('timeupdate'));
  void film.play();
  expect([seen.length, waits()]).toEqual([4, false]);
});

it('leads the video to a moment within it', () => {
  const { film, clock } = made();
  clock.set(13_500);
  expect(film.currentTime).toBe(3.5);
  clock.set(0);
  expect([film.currentTime, clock.at()]).toEqual([0, 10_000]);
  clock.set(99_000);
  expect([film.currentTime, clock.at()]).toEqual([5, 15_000]);
});
