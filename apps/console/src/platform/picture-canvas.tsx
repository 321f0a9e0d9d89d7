import { drawnBox, type Box, type PictureSize } from '@eyrie/domain';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { largestFirst } from './box-order.ts';
import { useText } from './text.tsx';
import './picture-canvas.css';

export interface ShownBox {
  id: string;
  box: Box;
  name: string;
  look: 'open' | 'confirmed' | 'falseAlarm' | 'drawn';
}

export interface PictureCanvasProps {
  url: string;
  /** What the picture is, for those who do not see it. */
  alt: string;
  /** Pixels of the picture as it is stored. */
  size: PictureSize;
  boxes: readonly ShownBox[];
  /** Parts of the picture that are drawn over it, finer than the whole; places in its pixels. */
  tiles?: readonly ({ url: string } & Box)[];
  /** One of these, or the whole beneath them, did not come: what is coarser shows in its place. */
  onTileFailed?: (url: string) => void;
  /** The whole picture, however coarse, has come and is drawn. */
  onWhole?: () => void;
  chosen?: string | null;
  onChoose?: (id: string) => void;
  /** 1 shows the whole picture. */
  zoom?: number;
  /** What lies in the middle, pixels of the picture. */
  middle?: { x: number; y: number };
  onMove?: (middle: { x: number; y: number }) => void;
  /** A drag draws instead of moving the picture. */
  drawing?: boolean;
  onDrawn?: (box: Box, isOver: boolean) => void;
}

type Point = { x: number; y: number };

/** Where a pointer is, in pixels of the picture: the drawing area counts in them at any zoom. */
const pointOf = (svg: SVGSVGElement, { clientX, clientY }: PointerEvent): Point | null => {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return { x, y };
};

/** The corners of a box, each with the one across from it, which stays while it is dragged. */
const cornersOf = ({ x, y, width, height }: Box): readonly { at: Point; across: Point }[] => {
  const [left, right, top, bottom] = [x, x + width, y, y + height];
  return [
    { at: { x: left, y: top }, across: { x: right, y: bottom } },
    { at: { x: right, y: top }, across: { x: left, y: bottom } },
    { at: { x: left, y: bottom }, across: { x: right, y: top } },
    { at: { x: right, y: bottom }, across: { x: left, y: top } },
  ];
};

const viewOf = ({ width, height }: PictureSize, zoom: number, middle: Point | undefined): string => {
  const [w, h] = [width / zoom, height / zoom];
  const centre = middle ?? { x: width / 2, y: height / 2 };
  return `${centre.x - w / 2} ${centre.y - h / 2} ${w} ${h}`;
};

/** What a drag over the picture does: draws, or moves what is seen of it. */
function useDrag(props: PictureCanvasProps) {
  const { size, drawing = false, onDrawn, onMove, middle, zoom = 1 } = props;
  const drag = useRef<{ from: Point; draws: boolean } | null>(null);
  const begin = (from: Point | null, draws: boolean, event: PointerEvent<SVGElement>): void => {
    if (!from || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    (event.currentTarget.ownerSVGElement ?? event.currentTarget).setPointerCapture(event.pointerId);
    drag.current = { from, draws };
  };
  const move = (event: PointerEvent<SVGSVGElement>, isOver: boolean): void => {
    const now = drag.current;
    const to = now && pointOf(event.currentTarget, event);
    if (isOver) drag.current = null;
    if (!now || !to) return;
    if (now.draws) {
      const box = drawnBox(now.from, to, size);
      if (box) onDrawn?.(box, isOver);
      return;
    }
    if (zoom <= 1) return;
    const centre = middle ?? { x: size.width / 2, y: size.height / 2 };
    onMove?.({ x: centre.x + now.from.x - to.x, y: centre.y + now.from.y - to.y });
  };
  return {
    fromCorner: (across: Point, event: PointerEvent<SVGElement>) => begin(across, true, event),
    area: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) =>
        begin(pointOf(event.currentTarget, event), drawing, event),
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => move(event, false),
      onPointerUp: (event: PointerEvent<SVGSVGElement>) => move(event, true),
    },
  };
}

const noTiles: NonNullable<PictureCanvasProps['tiles']> = [];

function Tiles({
  tiles = noTiles,
  onTileFailed,
}: {
  tiles: PictureCanvasProps['tiles'];
  onTileFailed: PictureCanvasProps['onTileFailed'];
}): ReactNode {
  return tiles.map(({ url, ...place }) => (
    <image key={url} href={url} {...place} preserveAspectRatio="none" onError={() => onTileFailed?.(url)} />
  ));
}

function Whole({
  url,
  size: { width, height },
  onWhole,
  onFailed,
}: Pick<PictureCanvasProps, 'url' | 'size' | 'onWhole'> & { onFailed: () => void }): ReactNode {
  const place = { width, height, preserveAspectRatio: 'none' };
  return <image href={url} {...place} onLoad={onWhole} onError={onFailed} />;
}

function Unread({ size: { width, height } }: Pick<PictureCanvasProps, 'size'>): ReactNode {
  const text = useText();
  return (
    <text className="picture-unread" role="alert" x={width / 2} y={height / 2} fontSize={width / 30}>
      {text('app.failed')}
    </text>
  );
}

/** A picture with its boxes, all in pixels of the picture as it is stored. */
export function PictureCanvas(props: PictureCanvasProps): ReactNode {
  const {
    url,
    alt,
    size,
    boxes,
    tiles,
    onTileFailed,
    onWhole,
    chosen = null,
    onChoose,
    zoom = 1,
    middle,
    drawing = false,
    onDrawn,
  } = props;
  // A picture that did not come must not look like a dark one.
  const [unread, setUnread] = useState<string | null>(null);
  const failed = (): void => {
    setUnread(url);
    onTileFailed?.(url);
  };
  const { fromCorner, area } = useDrag(props);
  const handle = (Math.max(size.width, size.height) / zoom) * 0.008;
  const edited = onDrawn ? boxes.find(({ id }) => id === chosen) : undefined;
  return (
    <svg
      className={drawing ? 'picture-canvas picture-drawing' : 'picture-canvas'}
      viewBox={viewOf(size, zoom, middle)}
      role="group"
      aria-label={alt}
      {...area}
    >
      <Whole {...{ url, size, onWhole }} onFailed={failed} />
      <Tiles tiles={tiles} onTileFailed={onTileFailed} />
      {unread === url ? <Unread size={size} /> : null}
      {largestFirst(boxes).map(({ id, box, name, look }) => (
        <rect
          key={id}
          {...box}
          className={`picture-box picture-box-${look}${id === chosen ? ' picture-box-chosen' : ''}`}
          vectorEffect="non-scaling-stroke"
          role="img"
          aria-label={name}
          onPointerDown={(event) => {
            if (!onChoose || drawing) return;
            event.stopPropagation();
            onChoose(id);
          }}
        />
      ))}
      {edited
        ? cornersOf(edited.box).map(({ at, across }) => (
            <circle
              key={`${at.x < across.x}${at.y < across.y}`}
              className="picture-corner"
              cx={at.x}
              cy={at.y}
              r={handle}
              onPointerDown={(event) => fromCorner(across, event)}
            />
          ))
        : null}
    </svg>
  );
}
