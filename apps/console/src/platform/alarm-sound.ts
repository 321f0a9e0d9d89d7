import { useEffect } from 'react';

const tones = [880, 660, 880];
const toneSeconds = 0.18;

/** Three short tones, made here: nothing is fetched while something is wrong. */
const sound = (context: AudioContext): void => {
  for (const [index, frequency] of tones.entries()) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    const at = context.currentTime + index * toneSeconds * 1.3;
    oscillator.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + toneSeconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + toneSeconds);
  }
};

/** Sounds once. A page nobody has touched yet stays silent: browsers want it so. */
export const soundAlarm = (): void => {
  if (!navigator.userActivation.hasBeenActive) return;
  const context = new AudioContext();
  sound(context);
  setTimeout(() => void context.close(), tones.length * toneSeconds * 2_000);
};

/** Sounds once each time `alarm` becomes true. A page nobody has touched yet stays silent: browsers want it so. */
export const useAlarmSound = (alarm: boolean): void => {
  useEffect(() => {
    if (!alarm || !navigator.userActivation.hasBeenActive) return undefined;
    const context = new AudioContext();
    sound(context);
    return () => void context.close();
  }, [alarm]);
};
