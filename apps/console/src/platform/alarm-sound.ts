import { useEffect } from 'react';

const alarmTones = [880, 660, 880];
/** Of something that came and is not wrong: lower, and rising. */
const arrivalTones = [440, 554];
const toneSeconds = 0.18;

/** Short tones, made here: nothing is fetched while something is wrong. */
const sound = (context: AudioContext, tones: readonly number[]): void => {
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

/** Whether the browser lets this page sound: nobody has touched it yet otherwise. */
export const soundsNow = (): boolean => navigator.userActivation.hasBeenActive;

const soundOnce = (tones: readonly number[]): void => {
  if (!soundsNow()) return;
  const context = new AudioContext();
  sound(context, tones);
  setTimeout(() => void context.close(), tones.length * toneSeconds * 2_000);
};

/** Sounds once. A page nobody has touched yet stays silent: browsers want it so. */
export const soundAlarm = (): void => soundOnce(alarmTones);

/** Sounds once, otherwise than an alarm. A page nobody has touched yet stays silent. */
export const soundArrival = (): void => soundOnce(arrivalTones);

/** Sounds once each time `alarm` becomes true. A page nobody has touched yet stays silent: browsers want it so. */
export const useAlarmSound = (alarm: boolean): void => {
  useEffect(() => {
    if (!alarm || !soundsNow()) return undefined;
    const context = new AudioContext();
    sound(context, alarmTones);
    return () => void context.close();
  }, [alarm]);
};
