import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../text.tsx';

const modes = ['swipe', 'blink', 'sides'] as const;
export type CompareMode = (typeof modes)[number];

/** Chooses how two things are compared. */
export function CompareModes({
  mode,
  onMode,
}: {
  mode: CompareMode;
  onMode: (mode: CompareMode) => void;
}): ReactNode {
  const text = useText();
  return (
    <Segmented<CompareMode>
      aria-label={text('media.compareMode')}
      value={mode}
      options={modes.map((one) => ({ value: one, label: text(`media.compareMode.${one}`) }))}
      onChange={onMode}
    />
  );
}
