import type { MediaItem } from '@eyrie/domain';
import type { Sphere } from '@eyrie/planner';
import { Button } from 'antd';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { drawSphere, type SphereDrawing } from './sphere-draw.ts';
import { dragged, firstLook, headingOf, lookAfter, nearer, type Look } from './sphere-look.ts';
import { useWheel } from './use-wheel.ts';

type Stage = 'loading' | 'shown' | 'failed';

/** Draws a photo on a sphere into a canvas, and again when its size changes. */
function useSphere(url: string, sphere: Sphere, look: Look) {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<SphereDrawing | null>(null);
  const [stage, setStage] = useState<Stage>('loading');
  const again = useEffectEvent(() => drawing.current?.draw(look));
  const open = useEffectEvent(async (element: HTMLCanvasElement, signal: AbortSignal) => {
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw new Error(`the photo was answered with ${answer.status}`);
    const opened = await drawSphere(element, await answer.blob(), sphere);
    if (signal.aborted) opened.dispose();
    else drawing.current = opened;
  });
  useEffect(() => {
    // Graphics that were given up do not come back in the same canvas.
    const element = document.createElement('canvas');
    place.current?.append(element);
    const ended = new AbortController();
    const lost = (): void => setStage('failed');
    open(element, ended.signal).then(
      () => ended.signal.aborted || setStage('shown'),
      () => ended.signal.aborted || setStage('failed'),
    );
    const watch = new ResizeObserver(() => again());
    watch.observe(element);
    element.addEventListener('webglcontextlost', lost);
    return () => {
      ended.abort();
      watch.disconnect();
      element.removeEventListener('webglcontextlost', lost);
      drawing.current?.dispose();
      drawing.current = null;
      element.remove();
    };
  }, []);
  useEffect(() => {
    if (stage === 'shown') again();
  }, [stage, look]);
  return { place, stage };
}

/** A photo all around the camera, looked at from its middle: turned by dragging and arrow keys, nearer by wheel and keys. */
export function SphereView({ media, sphere }: { media: MediaItem; sphere: Sphere }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [look, setLook] = useState(firstLook);
  const { place, stage } = useSphere(media.url, sphere, look);
  const area = useWheel((times) => setLook((now) => nearer(now, times)));
  const from = useRef<{ x: number; y: number } | null>(null);
  const drag = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const start = from.current;
    if (!start) return;
    from.current = { x: clientX, y: clientY };
    setLook((now) => dragged(now, clientX - start.x, clientY - start.y, currentTarget.clientHeight));
  };
  const press = (event: KeyboardEvent): void => {
    // With these the browser itself does something.
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : lookAfter(look, event.key);
    if (!next) return;
    // The same arrows lead to other photos where the sphere is not held.
    event.preventDefault();
    event.stopPropagation();
    setLook(next);
  };
  const { heading } = sphere;
  const pitch = figures.amount(look.pitch, undefined, 0);
  const words =
    heading === null
      ? text('media.sphere.turned', { yaw: figures.amount(look.yaw, undefined, 0), pitch })
      : text('media.sphere.heading', { heading: figures.amount(headingOf(look, heading)), pitch });
  return (
    <>
      <div
        ref={area}
        className="sphere"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={text('media.sphere.area', { name: media.name })}
        aria-valuemin={-180}
        aria-valuemax={180}
        aria-valuenow={Math.round(look.yaw)}
        aria-valuetext={words}
        data-stage={stage}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => (from.current = null)}
      >
        <div ref={place} className="sphere-place" />
      </div>
      {stage === 'failed' ? <p role="alert">{text('media.sphere.failed')}</p> : null}
      <p className="media-zoom-tools ey-row ey-gap-8">
        <Button size="small" onClick={() => setLook((now) => nearer(now, 1 / 1.25))}>
          {text('media.zoomOut')}
        </Button>
        <Button size="small" onClick={() => setLook((now) => nearer(now, 1.25))}>
          {text('media.zoomIn')}
        </Button>
        <span>{stage === 'loading' ? text('media.sphere.loading') : words}</span>
      </p>
    </>
  );
}
