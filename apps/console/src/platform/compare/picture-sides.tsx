import type { PictureSize } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { PictureCanvas, type ShownBox } from '../picture-canvas.tsx';
import type { useSight } from '../use-sight.ts';
import type { Carry } from './carry.ts';
import './compare.css';

/** One of two pictures of a view. */
export interface Side {
  url: string;
  /** What the picture is, for those who do not see it. */
  alt: string;
  /** Pixels of the picture as it is stored. */
  size: PictureSize;
  /** When and of what it was taken. */
  caption: ReactNode;
  boxes?: readonly ShownBox[];
}

export interface ComparedSides {
  older: Side;
  newer: Side;
  carry: Carry;
  sight: ReturnType<typeof useSight>;
}

/** Both pictures with one sight: what is seen of the one is seen of the other. */
export const canvasesOf = ({ older, newer, carry, sight }: ComparedSides) => {
  const middle = sight.middle ?? { x: older.size.width / 2, y: older.size.height / 2 };
  const { zoom, move } = sight;
  return {
    older: (
      <PictureCanvas
        url={older.url}
        alt={older.alt}
        size={older.size}
        boxes={older.boxes ?? []}
        zoom={zoom}
        middle={middle}
        onMove={move}
      />
    ),
    newer: (
      <PictureCanvas
        url={newer.url}
        alt={newer.alt}
        size={newer.size}
        boxes={newer.boxes ?? []}
        zoom={zoom / carry.larger}
        middle={carry.to(middle)}
        onMove={(moved) => move(carry.back(moved))}
      />
    ),
  };
};

/** Two pictures of one view side by side, the older one first, made larger and moved as one. */
export function PictureSides(props: ComparedSides): ReactNode {
  const shown = canvasesOf(props);
  return (
    <div className="compare-sides ey-grid ey-gap-8">
      <figure>
        {shown.older}
        <figcaption>{props.older.caption}</figcaption>
      </figure>
      <figure>
        {shown.newer}
        <figcaption>{props.newer.caption}</figcaption>
      </figure>
    </div>
  );
}
