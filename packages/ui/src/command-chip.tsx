import type { ReactNode } from 'react';
import { StateShape, type DeviceState } from './state-symbol.tsx';

/** How a command stands, reduced to what a person must tell apart at a glance. */
export type ChipTone = 'waiting' | 'running' | 'done' | 'failed' | 'unknown';

const shapes: Readonly<Record<ChipTone, DeviceState>> = {
  waiting: 'offline',
  running: 'working',
  done: 'live',
  failed: 'alarm',
  unknown: 'attention',
};

export interface CommandChipProps {
  /** What was ordered. */
  name: string;
  tone: ChipTone;
  /** Its state in words, with percent or reason. */
  word: string;
  /** When, ready to show. */
  time?: string;
  /** 0 to 100, while running. */
  percent?: number | null;
}

/** An order with its own life: sent, accepted, running, done, failed, unknown. */
export function CommandChip({ name, tone, word, time, percent }: CommandChipProps): ReactNode {
  return (
    <output className={`ey-chip ey-chip-${tone}`}>
      <StateShape state={shapes[tone]} heading={90} />
      <span className="ey-chip-name">{name}</span>
      <span className="ey-chip-word">{word}</span>
      {time ? (
        <bdi className="ey-chip-time" dir="ltr">
          {time}
        </bdi>
      ) : null}
      {tone === 'running' && typeof percent === 'number' ? (
        <progress className="ey-chip-bar" max={100} value={percent} aria-label={word} />
      ) : null}
    </output>
  );
}
