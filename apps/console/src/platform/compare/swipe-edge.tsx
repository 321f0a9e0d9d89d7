import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { useFigures } from '../figures.ts';
import { directionOf, useLanguage } from '../language.ts';
import { shareAfter, shareAt } from './swipe.ts';
import './compare.css';

export interface SwipeEdgeProps {
  /** What the edge lies over. */
  area: RefObject<HTMLElement | null>;
  /** 0 to 1, from the side where reading begins. */
  share: number;
  onShare: (share: number) => void;
  label: string;
  /** Where the edge stands, in words. @param percent of the width, as a figure */
  valueText: (percent: string) => string;
}

/** The edge between two things that lie over each other, moved by pointer or keys. */
export function SwipeEdge({ area, share, onShare, label, valueText }: SwipeEdgeProps): ReactNode {
  const figures = useFigures();
  const isRtl = directionOf(useLanguage((state) => state.language)) === 'rtl';
  const percent = Math.round(share * 100);
  const follow = ({ buttons, clientX }: PointerEvent): void => {
    if (area.current && buttons === 1) onShare(shareAt(clientX, area.current.getBoundingClientRect(), isRtl));
  };
  const press = (event: KeyboardEvent): void => {
    const next = shareAfter(event.key, share, isRtl);
    if (next === null) return;
    // The same arrows lead to other photos where the edge is not held.
    event.preventDefault();
    event.stopPropagation();
    onShare(next);
  };
  return (
    <div
      className="compare-edge"
      style={{ insetInlineStart: `${share * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText(figures.amount(percent))}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onKeyDown={press}
    />
  );
}
