import type { MediaItem } from '@eyrie/domain';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** How far a photo is drawn larger than it fits, and by how much a step is. */
const most = 16;
const step = 1.5;

interface View {
  zoom: number;
  /** How far the picture is moved out of the middle, px. */
  x: number;
  y: number;
}
const whole: View = { zoom: 1, x: 0, y: 0 };

/** Larger or smaller about a point, px from the middle, which stays where it is. */
const zoomed = ({ zoom, x, y }: View, by: number, at: { x: number; y: number }): View => {
  const next = Math.min(most, Math.max(1, zoom * by));
  if (next === 1) return whole;
  const share = next / zoom;
  return { zoom: next, x: at.x - (at.x - x) * share, y: at.y - (at.y - y) * share };
};

const middleOf = (element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
};

/** The wheel and the keys + − 0 make it larger and smaller; React's own wheel listener cannot keep the page still. */
function useZoomInput(change: (next: (view: View) => View) => void) {
  const area = useRef<HTMLDivElement>(null);
  const wheel = useEffectEvent((event: WheelEvent): void => {
    const element = area.current;
    if (!element) return;
    event.preventDefault();
    const at = middleOf(element, event);
    change((view) => zoomed(view, 1.0015 ** -event.deltaY, at));
  });
  const key = useEffectEvent((event: KeyboardEvent): void => {
    const isTyped = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.key === '+' || event.key === '=' ? step : event.key === '-' ? 1 / step : null;
    if (by !== null) change((view) => zoomed(view, by, { x: 0, y: 0 }));
    else if (event.key === '0') change(() => whole);
  });
  useEffect(() => {
    const element = area.current;
    element?.addEventListener('wheel', wheel, { passive: false });
    document.addEventListener('keydown', key);
    return () => {
      element?.removeEventListener('wheel', wheel);
      document.removeEventListener('keydown', key);
    };
  }, []);
  return area;
}

/** Where the picture of a photo is fetched: no browser shows a TIFF, of which the small picture is all there is. */
export const shownUrl = ({ url, name, thumbnailUrl }: MediaItem): string =>
  /\.tiff?$/i.test(name) && thumbnailUrl !== null ? thumbnailUrl : url;

/** A photo that is made larger by the wheel, by keys and buttons, and moved by dragging it. */
export function ZoomedPhoto({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [view, setView] = useState(whole);
  const area = useZoomInput(setView);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const move = ({ clientX, clientY }: PointerEvent): void => {
    const from = dragged.current;
    if (!from || view.zoom === 1) return;
    dragged.current = { x: clientX, y: clientY };
    setView(({ zoom, x, y }) => ({ zoom, x: x + clientX - from.x, y: y + clientY - from.y }));
  };
  const button = (label: 'media.zoomIn' | 'media.zoomOut' | 'media.zoomWhole', next: (now: View) => View) => (
    <Button size="small" disabled={label !== 'media.zoomIn' && view.zoom === 1} onClick={() => setView(next)}>
      {text(label)}
    </Button>
  );
  return (
    <div className="media-zoom">
      <div
        ref={area}
        className="media-zoom-area"
        data-zoomed={view.zoom > 1}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={move}
        onPointerUp={() => (dragged.current = null)}
      >
        <img
          className="media-viewer-picture"
          src={shownUrl(media)}
          alt={media.name}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
        />
      </div>
      <p className="media-zoom-tools ey-row ey-gap-8">
        {button('media.zoomOut', (now) => zoomed(now, 1 / step, { x: 0, y: 0 }))}
        {button('media.zoomIn', (now) => zoomed(now, step, { x: 0, y: 0 }))}
        {button('media.zoomWhole', () => whole)}
        <span role="status">{text('media.zoomBy', { times: figures.amount(view.zoom, undefined, 1) })}</span>
      </p>
    </div>
  );
}
