import type { PictureSize } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { PictureCanvas, type ShownBox } from '../picture-canvas.tsx';
import type { useSight } from '../use-sight.ts';
import './compare.css';

export type Place = { x: number; y: number };

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

/** Where a place of the older picture lies on the newer one and back, pixels; times by which things are larger there. */
export interface Carry {
  to: (place: Place) => Place;
  back: (place: Place) => Place;
  larger: number;
}

/** Two pictures that show the same from edge to edge, whatever their pixels. */
export const edgeToEdge = (older: PictureSize, newer: PictureSize): Carry => {
  const [across, down] = [newer.width / older.width, newer.height / older.height];
  return {
    to: ({ x, y }) => ({ x: x * across, y: y * down }),
    back: ({ x, y }) => ({ x: x / across, y: y / down }),
    larger: 1,
  };
};

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
    <div className="compare-sides">
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
